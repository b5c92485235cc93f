import { invalid } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockItem } from './ledger.ts'
import { book, entities, type ItemKind, itemOf, placeOf, takeOut } from './adjustments.ts'

interface ChangedQuantity {
  quantity?: number | undefined
  quantityBefore?: number | undefined
}

/**
 * Locks the stock that a form's changed Quantity will move. Call it before the item's cost is written: that waits for the item's
 * totals (migration 0137), which are locked after its balances.
 */
export async function lockChangedQuantity(
  work: Work,
  { id, lotControlled, locationId }: { id: string; lotControlled: boolean; locationId: string | null },
  onHand: number,
  { quantity }: ChangedQuantity,
): Promise<void> {
  if (quantity === undefined || quantity === onHand) return
  await lockItem(work, id, lotControlled || !locationId ? [] : [{ locationId, lotId: id }])
}

/**
 * Books the difference of a form's changed Quantity, at the item's default location. Throws INVALID if on hand has changed since
 * the form was opened: the difference would undo what was shipped or received meanwhile.
 */
export async function changeQuantity(
  work: Work,
  itemId: string,
  onHand: number,
  { quantity, quantityBefore = onHand }: ChangedQuantity,
  kind: ItemKind = 'product',
): Promise<void> {
  if (quantity === undefined || quantity === onHand) return
  if (quantityBefore !== onHand) {
    const [was, now] = [quantityBefore.toLocaleString('en'), onHand.toLocaleString('en')]
    throw invalid('quantity', `was ${was} when this form was opened and is ${now} now: leave it at ${was}, or reload`)
  }
  const item = await itemOf(work, itemId, kind)
  const change = { itemId, kind: 'edit', quantity: Math.abs(quantity - onHand), reason: 'adjustment' } as const
  const locationId = placeOf(item.location_id, 'location')
  if (quantity < onHand) return takeOut(work, change, item, locationId, { editedFrom: onHand })
  if (item.lot_controlled) throw invalid('quantity', 'add stock with its lot number instead')
  return book(work, change, 'ADJUST', [{ locationId, lotId: itemId, quantity: quantity - onHand }], entities[kind])
}
