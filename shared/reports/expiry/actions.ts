/** The assumed effect of a promotion; the page shows it. */
export const promotion = { priceCut: 0.2, moreDemand: 0.5 } as const
/** The assumed fraction of their usual quantity that customers buy when a lot is offered to them. */
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
  /** Pieces that the action applies to. */
  quantity: number
  /** By how many pieces it reduces the remainder. */
  units: number
  /** Additional money, in ten-thousandths; never negative. */
  saved: number
}

interface RiskFacts {
  quantity: number
  /** The average remainder without action, and with a promotion's demand. */
  units: number
  unitsPromoted: number
  /** The remainder after `gone` pieces of the lot went another way. */
  unitsWithout: (gone: number) => number
  /** Prices of a piece in ten-thousandths. */
  price: number
  unitCost: number
  /** Pieces that can be returned to the supplier. */
  returnable: number
  /** The usual quantity of the customers who buy it, in total. */
  usualQuantity: number
}

/** Actions for a lot, by what they save; those that save nothing are left out, except writing off. */
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
      // Pieces that would be sold anyway are cheaper, too.
      saved: more * price * (1 - promotion.priceCut) - Math.max(0, quantity - units) * price * promotion.priceCut,
    },
    {
      action: 'return',
      quantity: returned,
      units: fewerReturned,
      // Some of the returned pieces would have been sold.
      saved: returned * unitCost - (returned - fewerReturned) * price,
    },
    { action: 'offer', quantity: offered, units: fewerOffered, saved: fewerOffered * price },
  ]
  const worth = all.filter((one) => one.units >= 1 && one.saved > 0)
  return [...worth.toSorted((a, b) => b.saved - a.saved), { action: 'writeOff', quantity: units, units, saved: 0 }]
}
