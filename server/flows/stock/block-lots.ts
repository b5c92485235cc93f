import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { LotEffect } from '#shared/inventory/lots/api.ts'
import type { LotAction, LotTransition } from '#shared/inventory/stock/lot-status.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockItems } from '#server/inventory/stock/allocate-stock.ts'
import { queueBackOrders } from '#server/inventory/stock/back-orders.ts'
import {
  editLot,
  type LockedLot,
  type LotEdit,
  lockLots,
  transitionLots,
  assertLotTransition,
} from '#server/inventory/lots/lot-changes.ts'
import { LotUsedMeanwhile, reallocateFromLots, ordersCommittedTo } from '#server/inventory/stock/reallocate.ts'
import { lockTransfers, transfersCommittedTo } from '#server/inventory/transfers/transfers.ts'
import { type LockedOrder, lockOrders, recordHoldEvent } from '#server/sales/orders/order-lock.ts'
import { ordersCarrying } from '#server/sales/orders/stopped-goods.ts'
import { lockInvoices, waitForStock } from './withdraw-stock.ts'
import { isUnfit } from '#server/kernel/usable-lots.ts'

const words: Record<LotTransition, string> = {
  hold: 'was put on hold',
  quarantine: 'was put into quarantine',
  release: 'was released',
  recall: 'was recalled',
  withdraw: 'is no longer recalled',
}
const nothing: LotEffect = { moved: [], waiting: [], stopped: [] }

/** Lots that nobody else can commit, move or change until the commit, and the orders with commitments to them. */
interface Blocked {
  lots: LockedLot[]
  orders: LockedOrder[]
}

/** Holds, quarantines or releases one lot. Throws NOT_FOUND, INVALID_TRANSITION. */
export async function changeLot(work: Work, lotId: string, move: LotAction, reason: string): Promise<LotEffect> {
  return (await blockLots(work, [lotId], move, reason)).effect
}

/**
 * Changes the status of lots in one transaction; orders that lose their pieces get other lots, oldest first, or are backordered.
 * `before` is called when everything is locked and nothing is changed yet. A lot may be in several recalls.
 */
export async function blockLots(
  work: Work,
  lotIds: readonly string[],
  move: LotTransition,
  reason: string,
  before: (lots: readonly LockedLot[]) => Promise<void> = async () => {},
): Promise<{ lots: LockedLot[]; effect: LotEffect }> {
  const blocked = await lockAll(work, lotIds, move !== 'release' && move !== 'withdraw')
  const moving = blocked.lots.filter((lot) => move !== 'recall' || lot.status !== 'RECALLED')
  for (const lot of moving) assertLotTransition(lot, move)
  await before(blocked.lots)
  await transitionLots(work, moving, move, reason)
  await queueBackOrders(
    work,
    moving.map((lot) => lot.itemId),
  )
  const what = `${words[move]}: ${reason}`
  const effect = move === 'release' ? await notifyParcels(work, lotIds, what) : await settle(work, blocked, what)
  return { lots: blocked.lots, effect }
}

/** Corrects a lot; if it expires too soon for an order now, the order gets another lot. Throws VERSION_CONFLICT. */
export async function correctLot(work: Work, lotId: string, version: number, edit: LotEdit): Promise<LotEffect> {
  const blocked = await lockAll(work, [lotId])
  const [lot] = blocked.lots
  if (!lot) throw new Refusal('NOT_FOUND')
  if (lot.version !== version) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: lot.version } })
  await editLot(work, lot, edit)
  await queueBackOrders(work, [lot.itemId])
  return settle(work, blocked, `expires ${edit.expiryDate ?? 'never'}: ${edit.reason}`)
}

/**
 * Replaces an order's commitments to expired or blocked lots by others; otherwise it is backordered. The order and its invoice
 * must be locked.
 */
export async function replaceUnusableLots(work: Work, order: LockedOrder, reason: string): Promise<LotEffect> {
  const { rows } = await sql<{ id: string; item_id: string }>`select distinct l.id, l.item_id
    from commitment k join lots l on l.id = k.lot_id
    where k.source_id = ${order.id} and k.state = 'open' and l.id <> l.item_id
      and ${isUnfit('l', work.today)}`.execute(work.tx)
  if (rows.length === 0) return nothing
  await lockItems(
    work,
    rows.map((row) => row.item_id),
  )
  const lots = rows.map((row) => row.id)
  return settleLosses(work, [order], await reallocateFromLots(work, lots, [order], reason, 'only'), reason)
}

/** `onTheRoad`: also locks transfers, so that the lots don't leave or arrive meanwhile and are missed. */
async function lockAll(work: Work, lotIds: readonly string[], onTheRoad = true): Promise<Blocked> {
  // Locks orders with the lots in their shipment: it is handed over before or after the lot is blocked, not meanwhile.
  const carrying = (await ordersCarrying(work, lotIds)).map((order) => order.id)
  const orders = await lockOrders(work, [...(await ordersCommittedTo(work, lotIds)), ...carrying])
  await lockInvoices(work, orders)
  const transfers = onTheRoad ? await transfersCommittedTo(work, lotIds) : []
  await lockTransfers(work, transfers)
  const lots = await lockLots(work, lotIds)
  await lockItems(
    work,
    lots.map((lot) => lot.itemId),
  )
  if (onTheRoad && (await transfersCommittedTo(work, lotIds)).some((id) => !transfers.includes(id)))
    throw new LotUsedMeanwhile('A lot was shipped in the meantime')
  const held = new Set(orders.map((order) => order.id))
  if ((await ordersCarrying(work, lotIds)).some((order) => !held.has(order.id)))
    throw new LotUsedMeanwhile('A lot was packed meanwhile')
  return { lots, orders }
}

async function settle(work: Work, { lots, orders }: Blocked, what: string): Promise<LotEffect> {
  const names = lots.map((lot) => lot.lotNumber)
  const reason = `${names.length === 1 ? 'Lot' : 'Lots'} ${names.slice(0, 5).join(', ')} ${what}`.slice(0, 500)
  // Numbers ascend over time: the oldest order is allocated first.
  const served = orders.toSorted((a, b) => (a.number < b.number ? -1 : 1))
  const losses = await reallocateFromLots(
    work,
    lots.map((lot) => lot.id),
    served,
    reason,
  )
  const { stopped } = await notifyParcels(
    work,
    lots.map((lot) => lot.id),
    reason,
  )
  return { ...(await settleLosses(work, served, losses, reason)), stopped }
}

/** Announces to viewers of orders with these lots in their shipment that it is stopped, or no longer. */
async function notifyParcels(work: Work, lotIds: readonly string[], reason: string): Promise<LotEffect> {
  const carrying = await ordersCarrying(work, lotIds)
  for (const { id, stopped } of carrying) {
    if (stopped) work.audit('order.stopped', 'salesOrder', id, { reason })
    work.announce('sales_order_updated', { salesOrderId: id })
  }
  const stopped = carrying.filter((order) => order.stopped)
  return { ...nothing, stopped: stopped.map(({ id, number, quantity }) => ({ id, number, quantity })) }
}

async function settleLosses(
  work: Work,
  orders: readonly LockedOrder[],
  losses: Awaited<ReturnType<typeof reallocateFromLots>>,
  reason: string,
): Promise<LotEffect> {
  const effect: LotEffect = { moved: [], waiting: [], stopped: [] }
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const { orderId, lost, short } of losses) {
    const order = byId.get(orderId)
    if (!order) continue
    const { id, number } = order
    if (short === 0) {
      await recordHoldEvent(work, order, 'lotsExchanged', reason)
      effect.moved.push({ id, number, quantity: lost })
      continue
    }
    effect.waiting.push({ id, number, quantity: short })
    await waitForStock(work, order, reason)
  }
  return effect
}
