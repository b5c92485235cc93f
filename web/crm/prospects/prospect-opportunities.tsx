import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OpportunityStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import type { Prospect } from '#shared/crm/prospects/api.ts'
import { OpportunityStageBadge } from '#web/crm/opportunities/opportunity-stage.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

type ProspectOpportunitiesProps = { opportunities: Prospect['opportunities']; action?: ReactNode }

/** The opportunities of a prospect. */
export function ProspectOpportunities({ opportunities, action }: ProspectOpportunitiesProps) {
  return (
    <Card title="Opportunities" action={action}>
      {opportunities.length === 0 ? (
        <p className="text-secondary">No opportunities yet. Add one to include it in the forecast.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {opportunities.map((one) => (
            <li key={one.id} className="flex items-center justify-between gap-3">
              <Link to={paths.opportunity(one.id)} className="link min-w-0 truncate">
                {one.title}
              </Link>
              <OpportunityStageBadge stage={one.stage as OpportunityStage} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
