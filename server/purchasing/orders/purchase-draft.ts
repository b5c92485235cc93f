import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { exactNumber, maxAmount, lineAmount, sum } from '#shared/money.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { piecesOfCases, receivableOf } from '#shared/purchasing/orders/purchase-amounts.ts'
import { whyPurchaseNotDeletable, whyPurchaseNotEditable } from '#shared/purchasing/orders/purchase-transitions.ts'
import { softDelete } from '#server/kernel/changes.ts'
import { numbered } from '#server/kernel/numbers.ts'
import { whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockPurchase, announcePurchases, purchaseHistory } from './purchase-lock.ts'
import { purchasingSettings } from './purchase-settings.ts'

export type PurchaseDraft = RequestOf<(typeof purchasingApi.createPurchaseOrder)['spec']>['body']

interface Line {
  id: string
  item_id: string
  quantity: number
  unit_cost: number
  total: number
  expected_date: string | null
  receivable: number
}

interface Priced {
  lines: Line[]
  goods: bigint
  fees: bigint
}

/** Creates a draft. Returns its id. */
export async function createPurchaseOrder(work: Work, input: PurchaseDraft): Promise<string> {
  const id = newId()
  const priced = await price(work, input)
  const { goods, fees, lines } = priced
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'PO')},
    o as (
      insert into purchase_orders (id, number, supplier_id, location_id, status, order_date, expected_date, reference, notes,
        goods_total, fees_total, total, line_count, created_by, created_at, updated_at)
      select ${id}::uuid, number, ${input.supplierId}::uuid, ${input.locationId}::uuid, 'Draft', ${work.today}::date,
        ${input.expectedDate ?? null}::date, ${input.reference}::text, ${input.notes}::text, ${exactNumber(goods)}::bigint,
        ${exactNumber(fees)}::bigint, ${exactNumber(goods + fees)}::bigint, ${lines.length}::int, ${work.caller.userId}::uuid,
        ${work.now}::timestamptz, ${work.now}::timestamptz from numbered),
    m as (${statusEntry(work, purchaseHistory, { id, status: null }, { move: 'create', to: 'Draft' })}),
    ${parts(id, input, priced)}
    select number from numbered`.execute(work.tx)
  work.audit('purchaseOrder.created', 'purchaseOrder', id, { number: rows[0]?.number, total: String(goods + fees) })
  work.announce('inventory_transaction', { transactionId: id }, announcePurchases)
  return id
}

/** Changes a draft. Throws NOT_EDITABLE in any other status, VERSION_CONFLICT for another version. */
export async function updatePurchaseOrder(
  work: Work,
  id: string,
  version: number,
  input: PurchaseDraft,
): Promise<void> {
  const order = await lockPurchase(work, id)
  if (order.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: order.version } })
  const why = whyPurchaseNotEditable(order)
  if (why) throw new Refusal('NOT_EDITABLE', why, { details: { status: order.status } })
  const priced = await price(work, input)
  const { goods, fees, lines } = priced
  await sql`with l as (delete from purchase_order_lines where order_id = ${id})
    delete from purchase_order_fees where order_id = ${id}`.execute(work.tx)
  await sql`with ${parts(id, input, priced)}
    update purchase_orders set supplier_id = ${input.supplierId}, location_id = ${input.locationId},
      expected_date = ${input.expectedDate ?? null}, reference = ${input.reference}, notes = ${input.notes},
      goods_total = ${exactNumber(goods)}, fees_total = ${exactNumber(fees)}, total = ${exactNumber(goods + fees)},
      line_count = ${lines.length}, version = version + 1, updated_at = ${work.now},
      edited_by = array_append(array_remove(edited_by, ${work.caller.userId}::uuid), ${work.caller.userId}::uuid) where id = ${id}`.execute(
    work.tx,
  )
  work.audit('purchaseOrder.updated', 'purchaseOrder', id, { total: String(goods + fees), lines: lines.length })
  work.announce('inventory_transaction', { transactionId: id }, announcePurchases)
}

/** Soft-deletes an order that was never placed or was cancelled. */
export async function deletePurchaseOrder(work: Work, id: string): Promise<void> {
  const order = await lockPurchase(work, id)
  const why = whyPurchaseNotDeletable(order)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status: order.status } })
  await softDelete(work.tx, 'purchase_orders', id, work.caller.userId)
  work.audit('purchaseOrder.deleted', 'purchaseOrder', id, { number: order.number, status: order.status })
  work.announce('inventory_transaction', { transactionId: id }, announcePurchases)
}

/** The lines and fees of a draft as CTEs. */
function parts(orderId: string, input: PurchaseDraft, { lines }: Priced) {
  return sql`new_lines as (
      insert into purchase_order_lines (id, order_id, position, item_id, quantity, unit_cost, total, expected_date, receivable)
      select id, ${orderId}, position, item_id, quantity, unit_cost, total, expected_date, receivable
      from unnest(${listOf(lines.map((line) => line.id))}, ${lines.map((line) => line.item_id)}::uuid[],
        ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.unit_cost)}::bigint[],
        ${lines.map((line) => line.total)}::bigint[], ${lines.map((line) => line.expected_date)}::date[],
        ${lines.map((line) => line.receivable)}::int[])
        with ordinality as t(id, item_id, quantity, unit_cost, total, expected_date, receivable, position)),
    new_fees as (
      insert into purchase_order_fees (order_id, position, kind, label, amount)
      select ${orderId}, position, kind, label, amount
      from unnest(${input.fees.map((fee) => fee.kind)}::text[], ${input.fees.map((fee) => fee.label)}::text[],
        ${input.fees.map((fee) => Number(fee.amount))}::bigint[]) with ordinality as t(kind, label, amount, position))`
}

/** Checks the records that a draft refers to and computes its totals; each line is rounded once. Throws INVALID. */
async function price(work: Work, input: PurchaseDraft): Promise<Priced> {
  const ids = [...new Set(input.lines.map((line) => line.itemId))]
  const { rows } = await sql<{
    supplier: string | null
    place: boolean
    items: { id: string; pcs: number }[] | null
  }>`with item as materialized (
      select id, pcs_per_case as pcs from items
      where id = any(${listOf(ids)}) and kind in ('product', 'raw_material') and deleted_at is null order by id for share),
    supplier as materialized (
      select status from suppliers where id = ${input.supplierId} and deleted_at is null for share),
    place as materialized (
      select 1 from locations where id = ${input.locationId} and deleted_at is null and consignee_id is null for share)
    select (select status from supplier) as supplier, exists (select 1 from place) as place,
      (select json_agg(i) from item i) as items`.execute(work.tx)
  const found = rows[0]
  if (!found?.supplier) throw invalid('supplierId', 'is not a supplier')
  if (found.supplier !== 'active') throw invalid('supplierId', 'is an inactive supplier')
  if (!found.place) throw invalid('locationId', await whyNotOwnLocation(work.tx, input.locationId))
  const cases = new Map((found.items ?? []).map((item) => [item.id, item.pcs]))
  const { overReceiptPercent } = await purchasingSettings(work.tx)
  const lines = input.lines.map((line, at): Line => {
    const pcs = cases.get(line.itemId)
    if (pcs === undefined) throw invalid(`lines.${at}.itemId`, 'cannot be purchased')
    const quantity = line.quantity ?? piecesOfCases(line.cases ?? '', pcs)
    if (quantity === null) throw invalid(`lines.${at}.cases`, `are not a whole number of pieces: a case has ${pcs}`)
    const total = lineAmount(quantity, line.unitCost)
    if (total > maxAmount) throw invalid(`lines.${at}.quantity`, 'makes the line total too large')
    return {
      id: newId(),
      item_id: line.itemId,
      quantity,
      unit_cost: Number(line.unitCost),
      total: exactNumber(total),
      expected_date: line.expectedDate ?? null,
      receivable: receivableOf(quantity, overReceiptPercent),
    }
  })
  const goods = sum(lines.map((line) => BigInt(line.total)))
  const fees = sum(input.fees.map((fee) => fee.amount))
  if (goods + fees > maxAmount) throw invalid('lines', 'makes the order total too large')
  return { lines, goods, fees }
}
