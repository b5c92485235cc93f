/** What a promotion is taken to do; the page says so. */
export const promotion = { priceCut: 0.2, moreDemand: 0.5 } as const
/** Part of their usual quantity that customers are taken to buy when a lot is offered to them. */
const offerResponse = 0.5

export const radarActions = ['promote', 'transfer', 'return', 'offer', 'writeOff'] as const
export type RadarActionName = (typeof radarActions)[number]
export const radarActionNames: Record<RadarActionName, string> = {
  promote: 'Promote at a discount',
  transfer: 'Transfer',
  return: 'Return to supplier',
  offer: 'Offer to customers',
  writeOff: 'Write off',
}

export interface PricedAction {
  action: RadarActionName
  units: number
  /** Money that comes in and would not without it, in ten-thousandths; never below 0. */
  saved: number
}

interface RiskFacts {
  quantity: number
  /** Pieces that are left on average when nothing is done, and with a promotion's demand. */
  units: number
  unitsPromoted: number
  /** Prices of a piece in ten-thousandths. */
  price: number
  unitCost: number
  /** Pieces that the supplier may still get back. */
  returnable: number
  /** Pieces that a transfer would sell, 0 without a better location. */
  transferable: number
  /** What customers who buy it take as a rule, together. */
  usualQuantity: number
}

/** What can be done about a lot, by what it saves; those that save nothing are left out, but for writing off. */
export function priceActions(facts: RiskFacts): PricedAction[] {
  const { quantity, units, unitsPromoted, price, unitCost, returnable, transferable, usualQuantity } = facts
  const more = Math.max(0, units - unitsPromoted)
  const returned = Math.min(units, returnable)
  const offered = Math.min(units, usualQuantity * offerResponse)
  const moved = Math.min(units, transferable)
  const all: PricedAction[] = [
    {
      action: 'promote',
      units: more,
      // Those that would be sold anyway are cheaper, too.
      saved: more * price * (1 - promotion.priceCut) - Math.max(0, quantity - units) * price * promotion.priceCut,
    },
    { action: 'transfer', units: moved, saved: moved * price },
    { action: 'return', units: returned, saved: returned * unitCost },
    { action: 'offer', units: offered, saved: offered * price },
  ]
  const worth = all.filter((one) => one.units >= 1 && one.saved > 0)
  return [...worth.toSorted((a, b) => b.saved - a.saved), { action: 'writeOff', units, saved: 0 }]
}
