import { type RawBuilder, sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { formatShortage } from '#shared/inventory/stock/shortage.ts'
import type { PriceTier } from '#shared/inventory/stock/price-tiers.ts'
import { formatAmount } from '#shared/money.ts'
import type { AvailableTransition, Order, OrderRow } from '#shared/sales/orders/order.ts'
import { shortagesOf } from '#shared/sales/orders/order-shortages.ts'
import { stoppedWords, whyNotOpen, whyNotReturnable } from '#shared/sales/orders/order-guards.ts'
import {
  orderActions,
  type OrderTransition,
  orderTransitions,
  returnableOrders,
} from '#shared/sales/orders/order-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { flat, statement } from '#server/db/flat-sql.ts'
import { utc } from '#server/db/timestamps.ts'
import { creditUsedSql } from '#server/kernel/credit-used.ts'
import { shownOrderAddress } from '#server/kernel/document-addresses.ts'
import { type AmountName, type Amounts, amountsOf, type Totals, totalsOf, written } from './order-amounts.ts'
import { orderRowJson } from './order-rows.ts'
import { timelineSql } from './order-timeline.ts'
import { stoppedSql } from './stopped-goods.ts'
import { returnNumbers } from '#server/kernel/shipped-goods.ts'
import { promisableSql } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Charge = Omit<Order['charges'][number], AmountName | 'tax'> & Amounts
type Line = Omit<Order['orderLines'][number], AmountName | 'tax' | 'allocations'> &
  Amounts & {
    allocations: Order['orderLines'][number]['allocations'] | null
  }

interface FullRow extends Totals {
  shown: OrderRow
  account_tier: PriceTier
  account_active: boolean
  tax_exempt: boolean | null
  charges: Charge[] | null
  bill_to: Order['billTo']
  new_ship_to: Order['newShipTo']
  notes: string | null
  cancel_reason: string | null
  version: number
  lines: Line[]
  invoice: {
    id: string
    number: string
    total: number
    settled: number
    creditUsed: number
    paymentStatus: 'Unpaid'
    dueDate: string
  } | null
  shipments: Order['shipments'] | null
  hold: Order['hold']
  confirmation: Order['confirmation']
  parent: Order['parent']
  children: Order['children'] | null
  stopped: Order['stopped']
  returns: Order['returns']
  deleted: string[]
  unreturnable: string[]
  timeline: Order['timeline'] | null
}

/** The day on which the goods should arrive. */
const arrivalDay = sql`greatest(coalesce(o.requested_date, ${companyToday}), ${companyToday})`

/** Pieces of a line's item that could be allocated to this order now. */
const promisable = sql`case when o.status in ${oneOf(orderTransitions.confirm.from)}
  then ${promisableSql(sql`l.item_id`, arrivalDay, sql`shelf_life_asked(a.min_shelf_life_days)`)} else 0 end`

const allocations = sql`(select json_agg(json_build_object('location', json_build_object('id', k.location_id, 'name', p.name),
    'lotId', t.id, 'lotNumber', t.lot_number, 'lotStatus', t.status, 'expiryDate', t.expiry_date, 'quantity', k.quantity,
    'state', k.state, 'lotReason', k.lot_reason) order by t.expiry_date nulls last, p.name, k.state)
  from (select location_id, lot_id, state, sum(quantity) as quantity, max(lot_reason) as lot_reason from commitment
    where source_id = o.id and source_line_id = l.id and state <> 'released' group by 1, 2, 3) k
  join locations p on p.id = k.location_id join lots t on t.id = k.lot_id)`

/** The lines of the shipment `s`. */
const parcelSql = sql`coalesce((select json_agg(json_build_object('id', x.id, 'product', json_build_object('name', i.name),
    'lot', json_build_object('number', t.lot_number, 'isNone', t.id = i.id), 'quantity', x.quantity)
    order by i.name, t.expiry_date, t.lot_number, x.id)
  from shipment_lines x join items i on i.id = x.item_id join lots t on t.id = x.lot_id where x.shipment_id = s.id), '[]'::json)`

/** The deleted records that a reopened order would refer to, as `assertLiving` finds them. */
const deletedNames = sql`case when o.status in ${oneOf(orderTransitions.reopen.from)} then array(
  (select a.name where a.deleted_at is not null and a.merged_into is null)
  union all (select i.name from items i where i.deleted_at is not null
    and i.id in (select l.item_id from sales_order_lines l where l.order_id = o.id) order by i.id)) else '{}' end`

/**
 * Deleted records that prevent a return: the customer, and the items if all of them are deleted or the delivery failed, as a
 * failed delivery comes back whole.
 */
const unreturnable = sql`case when o.status in ${oneOf(returnableOrders)} then array(
  (select a.name where a.deleted_at is not null and a.merged_into is null)
  union all (select i.name from items i where i.deleted_at is not null
    and i.id in (select l.item_id from sales_order_lines l where l.order_id = o.id)
    and (o.status = 'FAILED_DELIVERY' or not exists (select 1 from sales_order_lines l join items k on k.id = l.item_id
      where l.order_id = o.id and k.deleted_at is null)) order by i.id)) else '{}' end`

const orderSqlFor = (seesInvoices: boolean) =>
  flat(sql`select ${orderRowJson(seesInvoices)}::json as shown, a.price_tier as account_tier,
      a.status = 'active' and a.deleted_at is null as account_active,
      (select b.tax_exempt from account_billing b where b.account_id = a.id) as tax_exempt,
      ${shownOrderAddress('bill')}::json as bill_to,
      case when o.new_ship_to is not null then case when o.new_ship_to_dismissed then 'dismissed' else 'open' end end as new_ship_to,
      o.discount_kind, o.discount_value, o.discount, o.tax, o.notes, o.cancel_reason, o.version,
      (select json_agg(json_build_object('id', l.id, 'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku,
            'kind', i.kind), ${amountsOf('l')}, 'priceTier', l.price_tier,
          'available', ${promisable}, 'allocations', ${allocations}) order by l.position)
        from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines,
      (select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'serviceTypeId', c.service_type_id, 'name', c.name,
          'unit', c.unit, 'ownPrice', c.own_price, ${amountsOf('c')}) order by c.position)
        from sales_order_charges c where c.order_id = o.id) as charges,
      (select json_build_object('id', v.id, 'number', v.number, 'total', v.total, 'settled', v.paid,
          'creditUsed', ${creditUsedSql}, 'paymentStatus', v.payment_status, 'dueDate', v.due_date)
        from invoices v where v.order_id = o.id and v.voided_at is null) as invoice,
      (select json_agg(json_build_object('id', s.id, 'number', s.number, 'status', s.status, 'method', s.method,
          'carrier', s.carrier, 'trackingNumber', s.tracking_number, 'attempt', s.attempt,
          'dispatchedAt', ${utc(sql`s.dispatched_at`)}, 'deliveredAt', ${utc(sql`s.delivered_at`)}, 'receivedBy', s.received_by,
          'failureReason', s.failure_reason, 'note', s.note, 'parcel', ${parcelSql}) order by s.created_at, s.id)
        from shipments s where s.order_id = o.id and s.deleted_at is null) as shipments,
      (select json_build_object('id', x.id, 'number', x.number, 'status', x.status) from sales_orders x
        where x.id = o.parent_id and x.deleted_at is null) as parent,
      (select json_agg(json_build_object('id', x.id, 'number', x.number, 'status', x.status) order by x.number) from sales_orders x
        where x.parent_id = o.id and x.deleted_at is null) as children,
      ${stoppedSql()} as stopped,
      ${returnNumbers} as returns,
      ${deletedNames} as deleted, ${unreturnable} as unreturnable,
      ${timelineSql} as timeline,
      case when o.confirmation_sent_at is not null then json_build_object('to', o.confirmation_sent_to,
        'at', ${utc(sql`o.confirmation_sent_at`)},
        'mailState', (select k.state from mail_outbox k where k.id = o.confirmation_mail_id)) end as confirmation,
      case when o.held_at is not null then json_build_object('reason', o.hold_reason, 'at', ${utc(sql`o.held_at`)},
        'by', (select u.name from users u where u.id = o.held_by)) end as hold
    from sales_orders o join accounts a on a.id = o.account_id`)
const orderSql = { withInvoice: orderSqlFor(true), plain: orderSqlFor(false) }
const isOrder = (id: unknown) => sql`where o.id = ${id} and o.deleted_at is null`
const orderStatement = {
  withInvoice: statement<FullRow, [id: string]>((id) => sql`${orderSql.withInvoice} ${isOrder(id)}`),
  plain: statement<FullRow, [id: string]>((id) => sql`${orderSql.plain} ${isOrder(id)}`),
}

/** One order with everything its page shows, in one statement. Throws NOT_FOUND. */
export async function getOrder(db: Db | Tx, id: string, seesInvoices: boolean): Promise<Order> {
  return orderOf(await readOrder(db, id, seesInvoices), seesInvoices)
}

/**
 * Reads everything an order's page shows. `writing`: CTEs of a command that ends with it and writes in the same statement. A
 * statement doesn't see its own writes in a table, so each CTE has the name of its table and returns its rows, which are read
 * instead.
 */
export async function readOrder(
  db: Db | Tx,
  id: string,
  seesInvoices: boolean,
  writing?: RawBuilder<unknown>,
): Promise<FullRow> {
  const kind = seesInvoices ? 'withInvoice' : 'plain'
  const rows = writing
    ? (await sql<FullRow>`with ${writing} ${orderSql[kind]} ${isOrder(id)}`.execute(db)).rows
    : await orderStatement[kind](db, id)
  const row = rows[0]
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export function orderOf(row: FullRow, seesInvoices: boolean): Order {
  const { invoice, shown } = row
  const charges = row.charges ?? []
  return {
    ...shown,
    account: { ...shown.account, priceTier: row.account_tier, taxExempt: row.tax_exempt ?? false },
    billTo: row.bill_to,
    newShipTo: row.new_ship_to,
    orderLines: row.lines.map((line) => ({
      ...line,
      ...written(line),
      allocations: line.allocations ?? [],
    })),
    charges: charges.map((charge) => ({ ...charge, ...written(charge) })),
    ...totalsOf(row, [...row.lines, ...charges]),
    notes: row.notes,
    whyNotReturned: whyNotReturnable({ ...row.shown, deleted: row.unreturnable })?.reason ?? null,
    cancelReason: row.cancel_reason,
    invoice:
      invoice && seesInvoices
        ? {
            ...invoice,
            total: formatAmount(invoice.total),
            paid: formatAmount(invoice.settled - invoice.creditUsed),
            creditUsed: formatAmount(invoice.creditUsed),
            due: formatAmount(invoice.total - invoice.settled),
          }
        : null,
    shipments: row.shipments ?? [],
    parent: row.parent,
    children: row.children ?? [],
    hold: row.hold,
    confirmation: row.confirmation,
    stopped: row.stopped,
    returns: row.returns,
    timeline: row.timeline ?? [],
    transitions: transitionsOf(row),
    version: row.version,
  }
}

/** Each transition of the table, open or with the reason why not; those that users make come first. */
function transitionsOf(row: FullRow): AvailableTransition[] {
  const facts = {
    status: row.shown.status,
    accountActive: row.account_active,
    paid: (row.invoice?.settled ?? 0) > 0,
    shortages: shortagesOf(row.lines).map((shortage) => formatShortage(shortage, 'ordered')),
    hold: row.hold?.reason ?? null,
    stopped: stoppedWords(row.stopped),
    returns: row.returns,
    deleted: row.deleted,
  }
  const names = Object.keys({ ...orderActions, ...orderTransitions }) as OrderTransition[]
  return names.map((move) => {
    const reason = whyNotOpen(move, facts)
    return { move, to: orderTransitions[move].to, open: reason === null, reason }
  })
}
