import { exactNumber } from '#shared/money.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { can } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyNotEditable } from '#shared/sales/orders/order-guards.ts'
import { chooseAddresses, enteredSql, newAddresses } from '#server/kernel/document-addresses.ts'
import { numbered } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { changesBetween, snapshotOf } from './order-changes.ts'
import { assertOpen, lockOrder } from './order-lock.ts'
import { nothingEntered, type EnteredValues, enteredInto } from './order-copy.ts'
import { orderOf, readOrder } from './order-view.ts'
import { type OrderInput, type PricedCharge, type PricedLine, priceOrder } from './price-order.ts'

const none = (table: string) => sql`select * from ${sql.table(table)} where false`

/**
 * Tables that have no rows yet for a new order: the statement that creates the order also reads its page, and does so without
 * them. Reading each would cost time, and a plan made while the table was small would scan it completely.
 */
const emptyForNewOrder = sql.join(
  [
    'invoices',
    'shipments',
    'shipment_lines',
    'commitment',
    'sales_returns',
    'order_messages',
    'order_message_reads',
    'mail_outbox',
    'audit_log',
  ].map((table) => sql`${sql.table(table)} as not materialized (${none(table)})`),
)

/**
 * Creates a PENDING order, which commits no stock yet. `typed`: values entered before by users with the right to. An address
 * entered in the portal is announced to staff. Returns the order, read by the statement that creates it.
 */
export async function createOrder(
  work: Work,
  input: OrderInput,
  typed: EnteredValues = nothingEntered,
  origin: 'app' | 'portal' = 'app',
): Promise<Order> {
  const id = newId()
  const [{ lines, charges, ...sums }, addresses] = await Promise.all([
    priceOrder(work, input, typed),
    newAddresses(work, input.accountId, input),
  ])
  const { total } = sums
  const given = input.discount ?? null
  const writing = sql`${numbered(work, 'SO')},
    sales_orders as (
      insert into sales_orders (id, number, account_id, status, order_date, requested_date, reference, notes, discount_kind,
        discount_value, discount, tax, total, line_count, ship_to_id, bill_to_id, new_ship_to, new_ship_to_dismissed, origin, created_by, created_at, updated_at)
      select ${id}::uuid, number, ${input.accountId}::uuid, 'PENDING', ${work.today}::date, ${input.requestedDate ?? null}::date,
        ${input.reference}::text, ${input.notes}::text, ${given?.kind ?? null}::text, ${given && exactNumber(given.value)}::bigint,
        ${sums.discount}::bigint, ${sums.tax}::bigint, ${total}::bigint, ${lines.length}::int, ${addresses.ship}, ${addresses.bill}, ${addresses.entered},
        ${origin !== 'portal'} and ${addresses.entered} is not null, ${origin}::text, ${work.caller.userId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz from numbered
      returning *),
    sales_order_moves as (
      insert into sales_order_moves (order_id, move, from_status, to_status, actor_id, at)
      values (${id}, 'create', null, 'PENDING', ${work.caller.userId}, ${work.now}) returning *),
    sales_order_lines as (${insertLines(id, lines)} returning *),
    sales_order_charges as (${charges.length > 0 ? sql`${insertCharges(id, charges)} returning *` : none('sales_order_charges')}),
    ${emptyForNewOrder}`
  const seesInvoices = can(work.caller, 'invoices.view')
  const order = await readOrder(work.tx, id, seesInvoices, writing)
  work.locks.made('salesOrder', id)
  work.audit('order.created', 'salesOrder', id, {
    number: order.shown.number,
    total: String(total),
    ...(origin === 'app' ? {} : { origin }),
  })
  work.announce('sales_order_updated', { salesOrderId: id })
  return orderOf(order, seesInvoices)
}

/** Changes a PENDING order. Throws NOT_EDITABLE in any other status, VERSION_CONFLICT for another version. */
export async function updateOrder(work: Work, id: string, version: number, input: OrderInput): Promise<void> {
  const order = await lockOrder(work, id)
  if (order.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: order.version } })
  assertOpen(whyNotEditable(order), order)
  const before = await snapshotOf(work, id)
  const { lines, charges, ...sums } = await priceOrder(work, input, await enteredInto(work, id))
  const { total } = sums
  const given = input.discount ?? null
  const { shipToId, billToId, newShipTo } = await chooseAddresses(work, input.accountId, input, before)
  await sql`delete from sales_order_lines where order_id = ${id}`.execute(work.tx)
  await sql`delete from sales_order_charges where order_id = ${id}`.execute(work.tx)
  await sql`with o as (
      update sales_orders set account_id = ${input.accountId}, requested_date = ${input.requestedDate ?? null},
        reference = ${input.reference}, notes = ${input.notes}, discount_kind = ${given?.kind ?? null},
        discount_value = ${given && exactNumber(given.value)}, discount = ${sums.discount}, tax = ${sums.tax}, total = ${total},
        line_count = ${lines.length}, ship_to_id = ${shipToId}, bill_to_id = ${billToId}, new_ship_to = ${enteredSql(newShipTo)},
        new_ship_to_dismissed = new_ship_to_dismissed and new_ship_to is not distinct from ${enteredSql(newShipTo)},
        version = version + 1, updated_at = ${work.now} where id = ${id}),
    c as (${insertCharges(id, charges)})
    ${insertLines(id, lines)}`.execute(work.tx)
  const changes = changesBetween(before, await snapshotOf(work, id))
  work.audit('order.updated', 'salesOrder', id, { total: String(total), lines: lines.length, changes })
  work.announce('sales_order_updated', { salesOrderId: id })
}

const amountNames = sql`quantity, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax`
const amountTypes = sql`quantity int, unit_price bigint, total bigint, discount bigint, tax_name text, tax_kind text,
  tax_rate int, tax bigint`

function insertLines(orderId: string, lines: readonly PricedLine[]) {
  const rows = JSON.stringify(lines.map((line, at) => ({ ...line, position: at + 1 })))
  return sql`insert into sales_order_lines (id, order_id, position, item_id, price_tier, ${amountNames})
    select id, ${orderId}::uuid, position, item_id, price_tier, ${amountNames}
    from json_to_recordset(${rows}::json) as t(id uuid, position int, item_id uuid, price_tier text, ${amountTypes})`
}

function insertCharges(orderId: string, charges: readonly PricedCharge[]) {
  const rows = JSON.stringify(charges.map((charge, at) => ({ ...charge, position: at + 1 })))
  return sql`insert into sales_order_charges (id, order_id, position, kind, service_type_id, name, unit, own_price, ${amountNames})
    select id, ${orderId}::uuid, position, kind, service_type_id, name, unit, own_price, ${amountNames}
    from json_to_recordset(${rows}::json) as t(id uuid, position int, kind text, service_type_id uuid, name text, unit text,
      own_price boolean, ${amountTypes})`
}
