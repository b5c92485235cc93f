/** What a promotion is taken to do; the page says so. */
export const promotion = { priceCut: 0.2, moreDemand: 0.5 } as const
/** Part of their usual quantity that customers are taken to buy when a lot is offered to them. */
const offerResponse = 0.5

export const radarActions = ['promote', 'return', 'offer', 'writeOff'] as const
export type RadarActionName = (typeof radarActions)[number]
export const radarActionNames: Record<RadarActionName, string> = {
  promote: 'Promote at a discount',
  return: 'Return to supplier',
  offer: 'Offer to customers',
  writeOff: 'Write off',
}

export interface PricedAction {
  action: RadarActionName
  /** Pieces that it is done with. */
  quantity: number
  /** Pieces that are not left then and would be without it. */
  units: number
  /** Money that comes in and would not without it, in ten-thousandths; never below 0. */
  saved: number
}

interface RiskFacts {
  quantity: number
  /** Pieces that are left on average when nothing is done, and with a promotion's demand. */
  units: number
  unitsPromoted: number
  /** Pieces that are left when so many of the lot have gone another way. */
  unitsWithout: (gone: number) => number
  /** Prices of a piece in ten-thousandths. */
  price: number
  unitCost: number
  /** Pieces that the supplier may still get back. */
  returnable: number
  /** What customers who buy it take as a rule, together. */
  usualQuantity: number
}

/** What can be done about a lot, by what it saves; those that save nothing are left out, but for writing off. */
export function priceActions(facts: RiskFacts): PricedAction[] {
  const { quantity, units, unitsPromoted, unitsWithout, price, unitCost, returnable, usualQuantity } = facts
  const more = Math.max(0, units - unitsPromoted)
  const returned = Math.min(units, returnable)
  const offered = Math.min(units, usualQuantity * offerResponse)
  const fewer = (gone: number) => (gone > 0 ? Math.max(0, units - unitsWithout(gone)) : 0)
  const [fewerReturned, fewerOffered] = [fewer(returned), fewer(offered)]
  const all: PricedAction[] = [
    {
      action: 'promote',
      quantity: more,
      units: more,
      // Those that would be sold anyway are cheaper, too.
      saved: more * price * (1 - promotion.priceCut) - Math.max(0, quantity - units) * price * promotion.priceCut,
    },
    {
      action: 'return',
      quantity: returned,
      units: fewerReturned,
      // Some that go back would have been sold.
      saved: returned * unitCost - (returned - fewerReturned) * price,
    },
    { action: 'offer', quantity: offered, units: fewerOffered, saved: fewerOffered * price },
  ]
  const worth = all.filter((one) => one.units >= 1 && one.saved > 0)
  return [...worth.toSorted((a, b) => b.saved - a.saved), { action: 'writeOff', quantity: units, units, saved: 0 }]
}
