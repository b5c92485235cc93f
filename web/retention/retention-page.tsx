import { useMemo } from 'react'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { useCan } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CandidatesTab } from './candidates-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { OptOutsTab } from './opt-outs-tab.tsx'
import { ResultsTab } from './results-tab.tsx'
import { RetentionActions } from './retention-actions.tsx'
import { RetentionFigures, SendingState } from './retention-figures.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { TemplatesTab } from './templates-tab.tsx'

const pollMs = 2000

/** The retention page: customers who have not ordered for a while, the messages to them, and the results. */
export default function RetentionPage() {
  const [params, changeAddress] = useUrlQuery()
  const mayEdit = useCan('retention.edit')
  const summary = useApiQuery(candidatesApi.getSummary, {}, { untold: true })
  const isSending = (summary.data?.waiting ?? 0) > 0
  const tried = (summary.data?.sent ?? 0) + (summary.data?.failed ?? 0)
  // There are no events for sent messages: polls until none are waiting.
  useApiQuery(candidatesApi.getSummary, {}, { enabled: isSending, every: isSending ? pollMs : false })
  const tabs = useMemo(
    () => [
      { id: 'candidates', label: 'Candidates', content: <CandidatesTab /> },
      { id: 'log', label: 'Log', content: <LogTab isSending={isSending} tried={tried} /> },
      { id: 'results', label: 'Results', content: <ResultsTab /> },
      { id: 'opt-outs', label: 'Opted out', content: <OptOutsTab /> },
      { id: 'templates', label: 'Templates', content: <TemplatesTab /> },
      { id: 'settings', label: 'Settings', content: <SettingsTab /> },
    ],
    [isSending, tried],
  )
  const requestedTab = params.get('tab')
  const tab = tabs.find(({ id }) => id === requestedTab)?.id ?? 'candidates'
  const show = (id: string) =>
    changeAddress((next) => {
      // Filters apply only to their own tab.
      for (const name of Array.from(next.keys())) next.delete(name)
      if (id !== 'candidates') next.set('tab', id)
    })
  return (
    <>
      <PageHeader
        title="Retention"
        status={
          <>
            <SendingState query={summary} />
            <RetentionFigures query={summary} place="header" />
          </>
        }
        action={mayEdit && summary.data && <RetentionActions summary={summary.data} />}
      />
      <Tabs label="Retention" tabs={tabs} value={tab} onChange={show} isGuarded />
      <RetentionFigures query={summary} place="after-list" />
    </>
  )
}
