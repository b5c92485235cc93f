export const opportunityStages = ['New', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'] as const
export type OpportunityStage = (typeof opportunityStages)[number]

/** The probability of winning an opportunity in this stage, in per cent: its weight in the forecast. */
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

/** Stages of closed opportunities. */
export const closedStages: readonly OpportunityStage[] = ['Won', 'Lost']
export const isOpenStage = (stage: OpportunityStage): boolean => !closedStages.includes(stage)

/** Why an opportunity can't move from one stage to another; null if it can. A closed one must be reopened first. */
export function whyNotStage(from: OpportunityStage, to: OpportunityStage): string | null {
  if (from === to) return `It is already in ${to}.`
  if (!isOpenStage(from) && !isOpenStage(to)) return 'Open it again first: move it to an open stage.'
  return null
}
