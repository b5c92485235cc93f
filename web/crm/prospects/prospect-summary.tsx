import { Link } from 'react-router'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { prospectFacts } from '#web/crm/public/contact-facts.tsx'
import { PartnerNotes } from '#web/crm/partners/partner-notes.tsx'
import { ProspectTransitionMenu } from './prospect-transition-menu.tsx'
import { ProspectOpportunities } from './prospect-opportunities.tsx'
import { ProspectStatusBadge } from '#web/crm/public/prospect-status.tsx'
import { SummaryFrame } from '#web/crm/partners/summary-frame.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** A prospect beside the list: follow-up, notes and opportunities. */
export function ProspectSummary({ id }: { id: string }) {
  const prospect = useApiQuery(prospectsApi.getProspect, { params: { id } })
  const mayEdit = useCan('crm.edit')
  const { data } = prospect
  return (
    <SummaryFrame
      what="prospect"
      query={prospect}
      name={data?.name}
      badge={data && <ProspectStatusBadge status={data.status} />}
    >
      {data && (
        <>
          <div className="flex flex-wrap gap-2">
            <Button asChild size="sm">
              <Link to={paths.prospect(data.id)}>Open {data.name}</Link>
            </Button>
            {mayEdit && data.status !== 'Converted' && <ProspectTransitionMenu size="sm" prospect={data} />}
          </div>
          <div className="max-w-xl">
            <DescriptionList facts={[...prospectFacts(data), { label: 'Owner', value: data.owner?.name }]} />
          </div>
          <PartnerNotes notes={data.notes} />
          <ProspectOpportunities opportunities={data.opportunities} />
        </>
      )}
    </SummaryFrame>
  )
}
