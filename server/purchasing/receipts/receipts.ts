import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { exactNumber, lineAmount, sum } from '#shared/money.ts'
import { feesOfReceipt, spread } from '#shared/purchasing/receipts/landed-cost.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import type { LockedPurchase } from '#server/purchasing/orders/purchase-lock.ts'

/** The received pieces of a line in one lot. */
export interface ArrivedPart {
  id: string
  orderLineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
  damaged: boolean
}

export interface ReceiptHead {
  receivedDate: string
  deliveryNote: string | null
  notes: string | null
}

/** With its cost and its share of the fees, in minor units. */
export type ValuedPart = ArrivedPart & { value: bigint; fees: bigint }

/** Sums the received quantities by line. Throws INVALID for a line of another order or for more than may be received. */
export function arrivingByLine(
  order: LockedPurchase,
  lines: readonly { lineId: string; quantity: number }[],
): Map<string, number> {
  const arriving = new Map<string, number>()
  for (const [at, { lineId, quantity }] of lines.entries()) {
    const line = order.lines.find((one) => one.lineId === lineId)
    if (!line) throw invalid(`lines.${at}.lineId`, 'is not a line of this order')
    const all = (arriving.get(lineId) ?? 0) + quantity
    const maximum = line.receivable - line.received
    if (all > maximum) {
      const words = maximum > 0 ? `only ${maximum.toLocaleString('en')} are outstanding` : 'nothing is outstanding'
      throw invalid(`lines.${at}.quantity`, `${words} of ${line.itemName}`)
    }
    arriving.set(lineId, all)
  }
  return arriving
}

/**
 * Values the parts: the value of all received pieces of a line is always the line's cost rounded once, however many receipts it
 * took. Fees are spread by value.
 */
export async function valueParts(work: Work, order: LockedPurchase, parts: readonly ArrivedPart[]) {
  const { rows } = await sql<{ line: string | null; value: number; fees: number }>`
    select x.order_line_id as line, sum(x.value)::bigint as value, sum(x.fees)::bigint as fees
    from goods_receipts g join goods_receipt_lines x on x.receipt_id = g.id
    where g.order_id = ${order.id} and g.reversed_at is null group by 1`.execute(work.tx)
  const booked = new Map(rows.map((row) => [row.line, BigInt(row.value)]))
  const received = new Map(order.lines.map((line) => [line.lineId, line.received]))
  const values = parts.map((part) => {
    const line = order.lines.find((one) => one.lineId === part.orderLineId)
    const now = (received.get(part.orderLineId) ?? 0) + part.quantity
    received.set(part.orderLineId, now)
    const due = lineAmount(now, BigInt(line?.unitCost ?? 0))
    const value = due - (booked.get(part.orderLineId) ?? 0n)
    booked.set(part.orderLineId, due)
    return value
  })
  const arrived = order.lines.map((line) => {
    const worth = lineAmount(received.get(line.lineId) ?? 0, BigInt(line.unitCost))
    return worth > BigInt(line.total) ? BigInt(line.total) : worth
  })
  const fees = feesOfReceipt({
    fees: BigInt(order.feesTotal),
    landed: sum(rows.map((row) => BigInt(row.fees))),
    isLast: order.lines.every((line) => (received.get(line.lineId) ?? 0) >= line.quantity),
    arrived: sum(arrived),
    ordered: BigInt(order.goodsTotal),
  })
  // Goods without cost share the fees by pieces.
  const weights = values.some((value) => value > 0n) ? values : parts.map((part) => BigInt(part.quantity))
  const shares = spread(fees, weights)
  const valued = parts.map((part, at): ValuedPart => ({ ...part, value: values[at] ?? 0n, fees: shares[at] ?? 0n }))
  return { parts: valued, fees }
}

/** Writes the receipt and updates the received quantities. Returns its number, which is drawn last. */
export async function writeReceipt(
  work: Work,
  order: LockedPurchase,
  head: ReceiptHead,
  { parts, fees }: { parts: readonly ValuedPart[]; fees: bigint },
): Promise<string> {
  if (head.deliveryNote) {
    const duplicate = await sql`select 1 from goods_receipts where order_id = ${order.id} and reversed_at is null
      and lower(delivery_note) = lower(${head.deliveryNote})`.execute(work.tx)
    if (duplicate.rows.length > 0) {
      throw new Refusal('ALREADY_EXISTS', `Delivery note ${head.deliveryNote} has been received already.`, {
        fields: { deliveryNote: 'has been received already' },
      })
    }
  }
  const id = newId()
  const number = await nextNumber(work, 'GR')
  await sql`with receipt as (
      insert into goods_receipts (id, number, order_id, location_id, received_date, delivery_note, notes, fees, created_by, at)
      values (${id}, ${number}, ${order.id}, ${order.locationId}, ${head.receivedDate}, ${head.deliveryNote},
        ${head.notes}, ${exactNumber(fees)}, ${work.caller.userId}, ${work.now})),
    arrived as (
      update purchase_order_lines l set received = l.received + p.quantity
      from (select line, sum(quantity)::int as quantity from unnest(${listOf(parts.map((part) => part.orderLineId))},
        ${parts.map((part) => part.quantity)}::int[]) as u(line, quantity) group by line) p
      where l.id = p.line)
    insert into goods_receipt_lines (id, receipt_id, order_line_id, position, item_id, location_id, lot_id, quantity, damaged,
      value, fees)
    select id, ${id}, line, position, item, location, lot, quantity, damaged, value, fees
    from unnest(${listOf(parts.map((part) => part.id))}, ${parts.map((part) => part.orderLineId)}::uuid[],
      ${parts.map((part) => part.itemId)}::uuid[], ${parts.map((part) => part.locationId)}::uuid[],
      ${parts.map((part) => part.lotId)}::uuid[],
      ${parts.map((part) => part.quantity)}::int[], ${parts.map((part) => part.damaged)}::bool[],
      ${parts.map((part) => exactNumber(part.value))}::bigint[], ${parts.map((part) => exactNumber(part.fees))}::bigint[])
      with ordinality as t(id, line, item, location, lot, quantity, damaged, value, fees, position)`.execute(work.tx)
  return number
}

export interface ReceivedLine {
  id: string
  orderLineId: string
  itemId: string
  itemName: string
  locationId: string
  lotId: string
  lotNumber: string
  quantity: number
  value: number
  fees: number
  returned: number
}

export interface ActiveReceipt {
  id: string
  number: string
  lines: ReceivedLine[]
}

/** The receipts of a locked order that were not reversed. */
export async function activeReceipts(work: Work, orderId: string): Promise<ActiveReceipt[]> {
  const { rows } = await sql<ActiveReceipt>`select g.id, g.number,
      json_agg(json_build_object('id', x.id, 'orderLineId', x.order_line_id, 'itemId', x.item_id, 'itemName', i.name,
        'locationId', x.location_id, 'lotId', x.lot_id, 'lotNumber', t.lot_number, 'quantity', x.quantity, 'value', x.value, 'fees', x.fees,
        'returned', x.returned) order by x.position) as lines
    from goods_receipts g join goods_receipt_lines x on x.receipt_id = g.id join items i on i.id = x.item_id
    join lots t on t.id = x.lot_id
    where g.order_id = ${orderId} and g.reversed_at is null group by g.id order by g.number`.execute(work.tx)
  return rows
}

/** Marks a receipt as reversed and its goods as still to be received. */
export async function reverseReceiptDocument(work: Work, receipt: ActiveReceipt, reason: string): Promise<void> {
  await sql`with gone as (
      update purchase_order_lines l set received = l.received - p.quantity
      from (select order_line_id as line, sum(quantity)::int as quantity from goods_receipt_lines
        where receipt_id = ${receipt.id} group by 1) p where l.id = p.line)
    update goods_receipts set reversed_at = ${work.now}, reversed_by = ${work.caller.userId}, reversal_reason = ${reason}
    where id = ${receipt.id}`.execute(work.tx)
}

/** Writes a return to the supplier. Returns its number, which is drawn last. */
export async function writeSupplierReturn(
  work: Work,
  orderId: string,
  reason: string,
  lines: readonly { id: string; receiptLineId: string; quantity: number }[],
): Promise<string> {
  const id = newId()
  const number = await nextNumber(work, 'RTS')
  await sql`with document as (
      insert into supplier_returns (id, number, order_id, reason, created_by, at)
      values (${id}, ${number}, ${orderId}, ${reason}, ${work.caller.userId}, ${work.now})),
    l as (select * from unnest(${listOf(lines.map((line) => line.id))}, ${lines.map((line) => line.receiptLineId)}::uuid[],
      ${lines.map((line) => line.quantity)}::int[]) with ordinality as t(id, receipt_line_id, quantity, position)),
    counted as (
      update goods_receipt_lines x set returned = x.returned + l.quantity from l where x.id = l.receipt_line_id)
    insert into supplier_return_lines (id, return_id, receipt_line_id, position, quantity)
    select id, ${id}, receipt_line_id, position, quantity from l`.execute(work.tx)
  return number
}
