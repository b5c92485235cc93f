import type { ReactNode } from 'react'
import { CustomDays } from './public/custom-days.tsx'
import { spanLabel } from './public/day-labels.ts'
import { RangeBar } from './public/range-bar.tsx'
import type { RangeState } from './public/range-state.ts'
import type { ReportAnswer } from './use-report.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type ReportTab = { id: string; label: string; content: ReactNode; count?: number }

type ReportFrameProps = {
  title: string
  state: RangeState
  /** The displayed range, from the page's first response. */
  shown: { start: string; end: string } | undefined
  /** The time of the figures; null means now. */
  asOf?: string | null | undefined
  tabs: readonly ReportTab[]
  menu?: ReactNode
  /** The URL parameter of the open tab. */
  tabParam?: string
}

/** The frame of all reports: range and tabs, both stored in the URL. */
export function ReportFrame({ title, state, shown, asOf, tabs, menu, tabParam = 'tab' }: ReportFrameProps) {
  const [tab, showTab] = useReportTab(
    tabs.map(({ id }) => id),
    tabParam,
  )
  return (
    <>
      <PageHeader
        title={title}
        help={shown ? spanLabel(shown) : '\u00a0'}
        menu={
          <>
            <RangeBar state={state} shown={shown} />
            {menu}
          </>
        }
      />
      {asOf && (
        <p role="status" className="text-muted text-table">
          Figures as of {new Date(asOf).toLocaleTimeString()}. Newer changes appear within half a minute.
        </p>
      )}
      {state.preset === null && <CustomDays state={state} shown={shown} />}
      <Tabs label={`Parts of ${title}`} tabs={tabs} value={tab} onChange={showTab} />
    </>
  )
}

/** The open tab, stored in the URL; the first if it is unknown. */
export function useReportTab(ids: readonly string[], param = 'tab') {
  const [params, change] = useUrlQuery()
  const wanted = params.get(param) ?? ''
  const show = (id: string) =>
    change((address) => {
      if (id === ids[0]) address.delete(param)
      else address.set(param, id)
      address.delete('all')
    })
  return [ids.includes(wanted) ? wanted : (ids[0] ?? ''), show] as const
}

export type PartAnswer = Pick<ReportAnswer, 'error' | 'isFetching' | 'isPlaceholderData' | 'failureCount'> & {
  data: unknown
  refetch: () => unknown
}

/** Renders a tab's response, its loading state or its error. */
export function ReportPart({ answer, children }: { answer: PartAnswer; children: ReactNode }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = answer
  if (error && !data)
    return (
      <Card>
        <ErrorState what="This report" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  return (
    <LoadPart result={answer}>
      <div
        aria-busy={isFetching}
        className={cn('flex flex-col gap-4 transition-opacity duration-180', isPlaceholderData && 'opacity-60')}
      >
        {children}
      </div>
    </LoadPart>
  )
}
