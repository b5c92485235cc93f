import type { OpportunityStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

export const opportunityStageTones = {
  New: 'neutral',
  Qualified: 'info',
  Proposal: 'info',
  Negotiation: 'warn',
  Won: 'good',
  Lost: 'bad',
} as const satisfies Record<OpportunityStage, Tone>

/** The stage badge of an opportunity. */
export function OpportunityStageBadge({ stage }: { stage: OpportunityStage }) {
  return <StatusBadge tone={opportunityStageTones[stage]}>{stage}</StatusBadge>
}
