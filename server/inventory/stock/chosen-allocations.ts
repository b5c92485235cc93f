import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { allocate, type Place, type Allocation } from '#shared/inventory/stock/allocate.ts'
import { mayUse, type UseRule } from '#shared/inventory/stock/usable-lots.ts'
import type { LotChoice } from '#shared/inventory/stock/line-lot.ts'

type Wanted = z.output<typeof LotChoice>['allocations']

/**
 * A user's choice for a line as allocations of these balances, all or nothing; `isOwn` if it takes other expiry dates than FEFO
 * would. Throws INVALID, INSUFFICIENT_STOCK, with the field.
 */
export function chosenAllocations(
  places: readonly Place[],
  wanted: Wanted,
  quantity: number,
  rule: UseRule,
): { allocations: Allocation[]; isOwn: boolean } {
  const total = wanted.reduce((sum, one) => sum + one.quantity, 0)
  if (total !== quantity) throw invalid('allocations', `must be ${quantity} pieces together, not ${total}`)
  const keys = wanted.map((one) => `${one.lotId} ${one.locationId}`)
  const allocations = wanted.map((one, at) => {
    const field = `allocations.${at}`
    if (keys.indexOf(`${one.lotId} ${one.locationId}`) !== at) throw invalid(`${field}.lotId`, 'is named twice')
    const place = places.find((there) => there.lotId === one.lotId && there.locationId === one.locationId)
    if (!place || place.available < one.quantity) {
      throw new Refusal('INSUFFICIENT_STOCK', 'The lot does not have that many available pieces there.', {
        fields: { [`${field}.quantity`]: `must be at most ${place?.available ?? 0}` },
      })
    }
    if (!mayUse(place, rule)) throw invalid(`${field}.lotId`, 'has expired, is blocked, or expires too soon')
    return { place, quantity: one.quantity }
  })
  return { allocations, isOwn: byExpiry(allocations) !== byExpiry(allocate(places, quantity, rule).taken) }
}

/** Pieces by expiry date: two lots with the same date, or one lot at two locations, are equal to FEFO. */
function byExpiry(allocations: readonly Allocation[]): string {
  const days = new Map<string, number>()
  for (const { place, quantity } of allocations) {
    const day = place.expiryDate ?? 'never'
    days.set(day, (days.get(day) ?? 0) + quantity)
  }
  return [...days]
    .map(([day, quantity]) => `${day}=${quantity}`)
    .toSorted()
    .join()
}
