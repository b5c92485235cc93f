import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { KitOrderChange } from '#shared/inventory/kits/kit-orders-api.ts'
import { type LineLot, type LotChoice, lineLots, type LinePlace } from '#shared/inventory/stock/line-lot.ts'
import { maxQuantity } from '#shared/quantity.ts'
import type { Db } from '#server/db/database.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { chosenAllocations } from '#server/inventory/stock/chosen-allocations.ts'
import { renewCommitments, writeAllocations } from '#server/inventory/stock/commit-stock.ts'
import { releaseLine } from '#server/inventory/stock/commitments.ts'
import { stepDocument } from '#server/inventory/stock/document-transitions.ts'
import { assertKitOrderOpen, kitSource, type LockedKitOrder, lockKitOrder } from './kit-orders.ts'
import { type Demand, lockItems, readPlaces } from '#server/inventory/stock/allocate-stock.ts'
import { onDay } from '#shared/inventory/stock/usable-lots.ts'

/**
 * Changes a pending order. Its components stay those of the order's creation; if quantity or warehouse change, its items are
 * committed again by FEFO. Throws INVALID, INSUFFICIENT_STOCK, VERSION_CONFLICT.
 */
export async function updateKitOrder(
  work: Work,
  id: string,
  version: number,
  input: z.output<typeof KitOrderChange>,
): Promise<void> {
  const order = await lockKitOrder(work, id)
  if (order.version !== version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: order.version } })
  }
  assertKitOrderOpen(order, 'edit')
  const { locationId, quantity, note } = input
  await lockOwnLocation(work, locationId)
  await work.tx
    .updateTable('kit_orders')
    .set({ location_id: locationId, quantity, note })
    .where('id', '=', id)
    .execute()
  if (locationId !== order.locationId || quantity !== order.quantity) {
    const demands = await demandsOf(work, order, quantity)
    await work.tx
      .updateTable('kit_order_lines')
      .set({ quantity: sql<number>`per_kit * ${quantity}::int` })
      .where('order_id', '=', id)
      .execute()
    await renewCommitments(work, kitSource(order), demands, ruleAt(work.today, locationId), 'edit')
  }
  await stepDocument(work, 'kit', order, 'edit', quantity === order.quantity ? {} : { quantity })
}

const ruleAt = (today: string, locationId: string) => ({ ...onDay(today), locationId })

async function demandsOf(work: Work, { lines }: LockedKitOrder, quantity: number): Promise<Demand[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from items
    where id = any(${listOf(lines.map((line) => line.itemId))})`.execute(work.tx)
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return lines.map(({ id, itemId, per }) => {
    const itemName = names.get(itemId) ?? ''
    if (per * quantity > maxQuantity) throw invalid('quantity', `needs too large a quantity of ${itemName}`)
    return { lineId: id, itemId, itemName, quantity: per * quantity }
  })
}

/** Commits one line of a pending order to the lots that a user chooses; needs a reason if other lots expire first. */
export async function chooseKitLots(
  work: Work,
  id: string,
  lineId: string,
  { allocations: wanted, reason }: z.output<typeof LotChoice>,
): Promise<void> {
  const order = await lockKitOrder(work, id)
  assertKitOrderOpen(order, 'chooseLots')
  const line = order.lines.find((one) => one.id === lineId)
  if (!line) throw new Refusal('NOT_FOUND')
  const rule = ruleAt(work.today, order.locationId)
  await lockItems(work, [line.itemId])
  await releaseLine(work, kitSource(order), lineId, 'RELEASE')
  const places = await readPlaces(work, [line.itemId], rule)
  const { allocations, isOwn } = chosenAllocations(places, wanted, line.quantity, rule)
  if (isOwn && !reason) throw invalid('reason', 'is required: another lot expires first')
  const why = isOwn ? reason : null
  const demand = { lineId, itemId: line.itemId, itemName: '', quantity: line.quantity }
  await writeAllocations(
    work,
    kitSource(order),
    allocations.map((allocation) => ({ ...allocation, demand })),
    'COMMIT',
    { choice: { reason: why, by: work.caller.userId } },
  )
  await stepDocument(work, 'kit', order, 'chooseLots', { reason: why ?? 'First expiring first' })
  const lots = allocations.map(({ place, quantity }) => ({ lotId: place.lotId, quantity }))
  work.audit('kitOrder.lineLots', 'kitOrder', id, { lineId, lots, reason: why })
}

/** The lots in the order's warehouse that a line could use. Throws NOT_FOUND. */
export async function listKitLineLots(
  db: Db,
  id: string,
  lineId: string,
  today: string,
): Promise<{ data: LineLot[]; quantity: number }> {
  const { rows } = await sql<{ quantity: number; locationId: string; places: LinePlace[] }>`
    select l.quantity, o.location_id as "locationId", coalesce((select json_agg(json_build_object('itemId', b.item_id,
        'locationId', b.location_id, 'location', p.name, 'lotId', b.lot_id, 'lotNumber', lot.lot_number,
        'lotStatus', lot.status, 'expiryDate', lot.expiry_date, 'isHome', true, 'held', coalesce(k.held, 0),
        'available', b.on_hand - b.committed + coalesce(k.held, 0)))
      from stock_balance b join lots lot on lot.id = b.lot_id join locations p on p.id = b.location_id
      left join lateral (select sum(quantity) as held from commitment k where k.source_id = o.id and k.source_line_id = l.id
        and (k.lot_id, k.location_id) = (b.lot_id, b.location_id) and k.state = 'open') k on true
      where b.item_id = l.item_id and b.location_id = o.location_id and b.on_hand > 0), '[]') as places
    from kit_orders o join kit_order_lines l on l.order_id = o.id
    where o.id = ${id} and l.id = ${lineId} and o.deleted_at is null`.execute(db)
  const [line] = rows
  if (!line) throw new Refusal('NOT_FOUND')
  const { quantity, places, locationId } = line
  return { data: lineLots(places, quantity, ruleAt(today, locationId), today, 'Expired.'), quantity }
}
