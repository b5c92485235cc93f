import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { KitOrderInput } from '#shared/inventory/kits/kit-orders-api.ts'
import { type KitOrderAction, whyNotKitOrder } from '#shared/inventory/stock/document-guards.ts'
import { maxQuantity } from '#shared/quantity.ts'
import { softDelete } from '#server/kernel/changes.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { commitStock } from '#server/inventory/stock/commit-stock.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import {
  type LockedDocument,
  recordStep,
  assertOpen,
  stepDocument,
} from '#server/inventory/stock/document-transitions.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import type { StockSource } from '#server/inventory/stock/stock-entry.ts'
import type { Demand } from '#server/inventory/stock/allocate-stock.ts'
import { onDay } from '#shared/inventory/stock/usable-lots.ts'

interface KitOrderLine {
  id: string
  itemId: string
  per: number
  quantity: number
  /** The cost of all its pieces, in ten-thousandths; null until the order is completed. */
  cost: number | null
}

export interface LockedKitOrder extends LockedDocument {
  kitId: string
  locationId: string
  quantity: number
  takenApart: number
  lotId: string | null
  totalCost: number | null
  lines: KitOrderLine[]
}

/** Locks a kit order. Throws NOT_FOUND. */
export async function lockKitOrder(work: Work, id: string): Promise<LockedKitOrder> {
  work.locks.take('stockDocument', id)
  const { rows } = await sql<
    Omit<LockedKitOrder, 'lines'>
  >`select id, number, status, cycle, version, kit_id as "kitId",
      location_id as "locationId", quantity, taken_apart as "takenApart", lot_id as "lotId", total_cost as "totalCost"
    from kit_orders where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  const { rows: lines } = await sql<KitOrderLine>`select id, item_id as "itemId", per_kit as per, quantity, cost
    from kit_order_lines where order_id = ${id} order by position`.execute(work.tx)
  return { ...rows[0], lines }
}

/** Throws INVALID_TRANSITION with the reason that the button shows. */
export const assertKitOrderOpen = (order: LockedKitOrder, action: KitOrderAction): void =>
  assertOpen(order, whyNotKitOrder(action, order))

export const kitSource = ({ id, cycle }: Pick<LockedKitOrder, 'id' | 'cycle'>, reason?: string): StockSource => ({
  type: 'kit',
  id,
  cycle,
  reason: 'kit_order',
  customReason: reason ?? null,
})

/** Creates a pending order and commits the items in its warehouse by FEFO. Returns its id. */
export async function createKitOrder(work: Work, input: z.output<typeof KitOrderInput>): Promise<string> {
  const id = newId()
  const { kitId, locationId, quantity, note } = input
  await lockOwnLocation(work, locationId)
  const demands = await demandsOf(work, kitId, quantity)
  work.locks.take('stockDocument', id)
  await work.tx
    .insertInto('kit_orders')
    .values({
      id,
      number: id,
      kit_id: kitId,
      location_id: locationId,
      quantity,
      status: 'pending',
      cycle: 2,
      note,
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  await work.tx
    .insertInto('kit_order_lines')
    .columns(['id', 'order_id', 'position', 'item_id', 'per_kit', 'quantity'])
    .expression(sql`select id, ${id}, position, item_id, per, per * ${quantity}::int
    from unnest(${listOf(demands.map((one) => one.lineId))}, ${demands.map((one) => one.itemId)}::uuid[],
      ${demands.map((one) => one.quantity / quantity)}::int[]) with ordinality as t(id, item_id, per, position)`)
    .execute()
  const rule = { ...onDay(work.today), locationId }
  await commitStock(work, kitSource({ id, cycle: 1 }), demands, rule)
  // Last: other orders wait for the counter until this transaction commits.
  const number = await nextNumber(work, 'KIT')
  await work.tx.updateTable('kit_orders').set({ number }).where('id', '=', id).execute()
  await recordStep(work, 'kit', { id, number, status: null }, 'create', 'pending')
  return id
}

/** The items that a quantity of kits needs, locked. Throws INVALID if there is no such kit, or for too large quantities. */
async function demandsOf(work: Work, kitId: string, quantity: number): Promise<Demand[]> {
  const { rows } =
    await sql`select 1 from items where id = ${kitId} and kind = 'kit' and deleted_at is null for share`.execute(
      work.tx,
    )
  if (rows.length === 0) throw invalid('kitId', 'is not a kit')
  const { rows: parts } = await sql<{ itemId: string; itemName: string; per: number }>`select c.item_id as "itemId",
      i.name as "itemName", c.quantity as per
    from kit_components c join items i on i.id = c.item_id where c.kit_id = ${kitId} order by c.position for share of i`.execute(
    work.tx,
  )
  return parts.map(({ per, ...item }) => {
    if (per * quantity > maxQuantity) throw invalid('quantity', `needs too large a quantity of ${item.itemName}`)
    return { ...item, lineId: newId(), quantity: per * quantity }
  })
}

/** Cancels an order and releases its items. */
export async function cancelKitOrder(work: Work, id: string, reason: string): Promise<void> {
  await cancelLocked(work, await lockKitOrder(work, id), reason)
}

/** Soft-deletes an order. A pending one is cancelled first, so it commits nothing; a completed one can't be deleted. */
export async function deleteKitOrder(work: Work, id: string): Promise<void> {
  const order = await lockKitOrder(work, id)
  assertKitOrderOpen(order, 'delete')
  if (order.status === 'pending') await cancelLocked(work, order, 'Deleted')
  await softDelete(work.tx, 'kit_orders', id, work.caller.userId)
  work.audit('kitOrder.deleted', 'kitOrder', id, { number: order.number, status: order.status })
  work.announce('inventory_transaction', { transactionId: id })
}

async function cancelLocked(work: Work, order: LockedKitOrder, reason: string): Promise<void> {
  assertKitOrderOpen(order, 'cancel')
  await moveCommitments(work, kitSource(order), 'release')
  await work.tx.updateTable('kit_orders').set({ cancel_reason: reason }).where('id', '=', order.id).execute()
  await stepDocument(work, 'kit', order, 'cancel', { reason })
}
