import { z } from 'zod'
import { Id, optionalText } from '#shared/fields.ts'
import { Quantity } from '#shared/quantity.ts'
import { allocate, fefoOrder, type Place } from './allocate.ts'
import { hasExpired, isBlocked, mayUse, type UseRule } from './usable-lots.ts'
import { type LotStatus, lotStatuses, lotStatusNames } from './lot-status.ts'

const count = z.number().int()

/** A location and lot that a line can be allocated from, or why not. */
export const LineLot = z.object({
  location: z.object({ id: Id, name: z.string() }),
  lotId: Id,
  lotNumber: z.string(),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  /** Free, including what this line has reserved there. */
  free: count,
  held: count,
  /** What FEFO would take here. */
  proposed: count,
  /** Null if it may be taken. */
  whyNot: z.string().nullable(),
})
export type LineLot = z.infer<typeof LineLot>

export const byLine = z.strictObject({ id: Id, lineId: Id })

/** The lots that a user chooses for a line, and why instead of those that expire first. */
export const LotChoice = z.strictObject({
  allocations: z
    .array(z.strictObject({ locationId: Id, lotId: Id, quantity: Quantity }))
    .min(1, 'needs at least one lot')
    .max(200),
  reason: optionalText(500),
})

/** Stock for a line; `available` includes what the line has reserved itself. */
export interface LinePlace extends Place {
  location: string
  lotNumber: string
  lotStatus: LotStatus
  held: number
}

/** The possible lots by FEFO, then the others with the reason. */
export function lineLots(
  places: readonly LinePlace[],
  quantity: number,
  rule: UseRule,
  today: string,
  tooSoon: string,
): LineLot[] {
  const { taken } = allocate(places, quantity, rule)
  const whyNot = (place: LinePlace) => {
    if (mayUse(place, rule)) return place.available > 0 ? null : 'All of it is reserved.'
    if (isBlocked(place)) return `${lotStatusNames[place.lotStatus]}.`
    return hasExpired(place, today) ? 'Expired.' : tooSoon
  }
  const lots = places.toSorted(fefoOrder).map(
    (place): LineLot => ({
      location: { id: place.locationId, name: place.location },
      lotId: place.lotId,
      lotNumber: place.lotNumber,
      status: place.lotStatus,
      expiryDate: place.expiryDate,
      free: place.available,
      held: place.held,
      proposed: taken.find((one) => one.place === place)?.quantity ?? 0,
      whyNot: whyNot(place),
    }),
  )
  return lots.toSorted((a, b) => Number(a.whyNot !== null) - Number(b.whyNot !== null))
}
