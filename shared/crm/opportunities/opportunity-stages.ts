export const opportunityStages = ['New', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'] as const
export type OpportunityStage = (typeof opportunityStages)[number]

/** How likely an opportunity in this stage is won, in per cent: what its value counts in the forecast. */
export const stageProbability: Record<OpportunityStage, number> = {
  New: 10,
  Qualified: 25,
  Proposal: 50,
  Negotiation: 75,
  Won: 100,
  Lost: 0,
}

export const lostReasons = ['Price', 'Competitor', 'No budget', 'No decision', 'Not available', 'Other'] as const
export type LostReason = (typeof lostReasons)[number]

/** Stages in which an opportunity is over. */
export const closedStages: readonly OpportunityStage[] = ['Won', 'Lost']
export const isOpenStage = (stage: OpportunityStage): boolean => !closedStages.includes(stage)

/** Why an opportunity can't go from one stage to another; null where it can. What is closed is opened again first. */
export function whyNotStage(from: OpportunityStage, to: OpportunityStage): string | null {
  if (from === to) return `It is already in ${to}.`
  if (!isOpenStage(from) && !isOpenStage(to)) return 'Open it again first: move it to an open stage.'
  return null
}
