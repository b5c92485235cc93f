import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { can } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import { type PriceTier, priceOfTier } from '#shared/inventory/price-tiers.ts'
import { largestAmount, lineAmount, sum } from '#shared/money.ts'
import type { salesApi } from '#shared/sales/api.ts'
import { numbered } from '#server/db/numbers.ts'
import type { Work } from '#server/db/work.ts'
import { lockOrder } from './order-lock.ts'

type Input = Asked<(typeof salesApi.createOrder)['spec']>['body']

interface PricedLine {
  id: string
  item_id: string
  quantity: number
  price_tier: PriceTier | null
  unit_price: number
  total: number
}

/** Writes a PENDING order: nothing is promised yet. Returns its id. */
export async function createOrder(work: Work, input: Input): Promise<string> {
  const id = newId()
  const { lines, total } = await priceLines(work, input)
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'SO')},
    o as (
      insert into sales_orders (id, number, account_id, status, order_date, requested_date, reference, notes, total, line_count,
        created_by, created_at, updated_at)
      select ${id}::uuid, number, ${input.accountId}::uuid, 'PENDING', ${work.today}::date, ${input.requestedDate ?? null}::date,
        ${input.reference}::text, ${input.notes}::text, ${Number(total)}::bigint, ${lines.length}::int,
        ${work.caller.userId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz from numbered),
    m as (
      insert into sales_order_moves (order_id, move, from_status, to_status, actor_id, at)
      values (${id}, 'create', null, 'PENDING', ${work.caller.userId}, ${work.now})),
    l as (${insertLines(id, lines)})
    select number from numbered`.execute(work.tx)
  const number = rows[0]?.number
  work.audit('order.created', 'salesOrder', id, { number, total: String(total) })
  work.announce('sales_order_updated', { salesOrderId: id })
  return id
}

/** Changes a PENDING order. Throws MOVE_NOT_OPEN in any other status, CHANGED_MEANWHILE for an old version. */
export async function updateOrder(work: Work, id: string, version: number, input: Input): Promise<void> {
  const order = await lockOrder(work, id)
  if (order.version !== version)
    throw new Refusal('CHANGED_MEANWHILE', undefined, { details: { version: order.version } })
  if (order.status !== 'PENDING') {
    throw new Refusal('MOVE_NOT_OPEN', 'Only a pending order can be changed. Put it back to pending first.')
  }
  const { lines, total } = await priceLines(work, input, await typedPrices(work, id))
  await sql`delete from sales_order_lines where order_id = ${id}`.execute(work.tx)
  await sql`with o as (
      update sales_orders set account_id = ${input.accountId}, requested_date = ${input.requestedDate ?? null},
        reference = ${input.reference}, notes = ${input.notes}, total = ${Number(total)}, line_count = ${lines.length},
        version = version + 1, updated_at = ${work.now} where id = ${id})
    ${insertLines(id, lines)}`.execute(work.tx)
  work.audit('order.updated', 'salesOrder', id, { total: String(total), lines: lines.length })
  work.announce('sales_order_updated', { salesOrderId: id })
}

function insertLines(orderId: string, lines: readonly PricedLine[]) {
  return sql`insert into sales_order_lines (id, order_id, position, item_id, quantity, price_tier, unit_price, total)
    select id, ${orderId}, position, item_id, quantity, price_tier, unit_price, total
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.item_id)}::uuid[],
      ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.price_tier)}::text[],
      ${lines.map((line) => line.unit_price)}::bigint[], ${lines.map((line) => line.total)}::bigint[])
      with ordinality as t(id, item_id, quantity, price_tier, unit_price, total, position)`
}

interface PriceRow {
  id: string
  price: number
  price_retail: number | null
  price_wholesale: number | null
  price_distributor: number | null
  price_high_volume: number | null
}

const typedPrice = (productId: string, price: bigint | number) => `${productId} ${price}`

/** What somebody with the right has typed as prices of this order: it outlives a change by somebody without. */
async function typedPrices(work: Work, orderId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ item_id: string; unit_price: number }>`select item_id, unit_price from sales_order_lines
    where order_id = ${orderId} and price_tier is null`.execute(work.tx)
  return new Set(rows.map((row) => typedPrice(row.item_id, row.unit_price)))
}

/**
 * The server prices the lines: the line's tier or the customer's; a typed price needs the right to edit products, unless the
 * order has it already.
 */
async function priceLines(
  work: Work,
  input: Input,
  typed: ReadonlySet<string> = new Set(),
): Promise<{ lines: PricedLine[]; total: bigint }> {
  const ids = [...new Set(input.lines.map((line) => line.productId))]
  const { rows } = await sql<{ price_tier: PriceTier; status: string; products: PriceRow[] | null }>`
    with customer as materialized (
      select price_tier, status from accounts where id = ${input.accountId} and deleted_at is null for share),
    product as materialized (
      select id, price, price_retail, price_wholesale, price_distributor, price_high_volume from items
      where id = any(${ids}::uuid[]) and kind in ('product', 'kit') and deleted_at is null for share)
    select c.*, (select json_agg(p) from product p) as products from customer c`.execute(work.tx)
  const [customer] = rows
  if (!customer) throw invalid('accountId', 'is not a customer')
  if (customer.status !== 'active') throw invalid('accountId', 'is an inactive customer')
  const products = new Map((customer.products ?? []).map((row) => [row.id, row]))
  const mayPrice = can(work.caller, 'inventory.edit')
  const lines = input.lines.map((line, index): PricedLine => {
    const product = products.get(line.productId)
    if (!product) throw invalid(`lines.${index}.productId`, 'is not a product')
    if (line.unitPrice !== undefined && !mayPrice && !typed.has(typedPrice(line.productId, line.unitPrice)))
      throw invalid(`lines.${index}.unitPrice`, 'may be set only by who edits products')
    const tier = line.priceTier ?? customer.price_tier
    const price = line.unitPrice ?? BigInt(priceOfTier(product.price, tiersOf(product), tier))
    const total = lineAmount(line.quantity, price)
    if (total > largestAmount) throw invalid(`lines.${index}.quantity`, 'makes the line larger than can be kept')
    return {
      id: newId(),
      item_id: line.productId,
      quantity: line.quantity,
      price_tier: line.unitPrice === undefined ? tier : null,
      unit_price: Number(price),
      total: Number(total),
    }
  })
  const total = sum(lines.map((line) => BigInt(line.total)))
  if (total > largestAmount) throw invalid('lines', 'make the order larger than can be kept')
  return { lines, total }
}

const tiersOf = (row: PriceRow) => ({
  retail: row.price_retail,
  wholesale: row.price_wholesale,
  distributor: row.price_distributor,
  highVolume: row.price_high_volume,
})
