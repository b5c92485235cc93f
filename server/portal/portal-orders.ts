import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'
import type { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { type PortalOrder, type PortalOrderRow, whyPortalOrderNotReturned } from '#shared/portal/portal-order.ts'
import { hasAgreedTerms, type Terms, termsSql } from './agreed-terms.ts'
import { unreadByCustomer } from './message-reads.ts'
import { openOrderStatuses } from './portal-order-status.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'
import { isShipmentOf } from '#server/kernel/shipped-goods.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { utc } from '#server/db/timestamps.ts'

type Query = RequestOf<(typeof portalOrdersApi.listOrders)['spec']>['query']
type Row = Omit<PortalOrderRow, 'total'> & { total: number }

const columns = selection<Row, { o: 'sales_orders' }>({
  id: 'o.id',
  number: 'o.number',
  status: 'o.status',
  orderDate: 'o.order_date',
  requestedDate: 'o.requested_date',
  deliveredDate: 'o.delivered_date',
  reference: 'o.reference',
  total: 'o.total',
  lines: 'o.line_count',
  unread: unreadByCustomer,
})

const orderRow = (row: Row): PortalOrderRow => ({ ...row, total: formatAmount(row.total) })

/** The customer's orders, without deleted ones. */
export async function listPortalOrders(db: Db, accountId: string, query: Query) {
  const where = [sql`o.account_id = ${accountId}`, sql`o.deleted_at is null`]
  if (query.open) where.push(sql`o.status = any(${[...openOrderStatuses]}::text[])`)
  if (query.q) where.push(sql`(o.number || ' ' || coalesce(o.reference, '')) ilike ${containing(query.q)}`)
  const listed = await listPage(
    db,
    {
      columns,
      from: sql`sales_orders o`,
      where,
      sort: { by: sql`o.created_at`, type: 'timestamptz', descending: true },
      id: sql`o.id`,
    },
    query,
  )
  return pageOfRows(listed, orderRow)
}

/** The arrival time and the number of stops before, while the route is in progress. */
const stop = sql`(select case when p.finished_at is null and r.status = 'IN_PROGRESS' then p.eta end as eta,
    case when p.finished_at is null and r.status = 'IN_PROGRESS' then (select count(*)::int from route_stops b
      where b.route_id = p.route_id and b.removed_at is null and b.finished_at is null and b.sequence < p.sequence) end as stops_before
  from route_stops p join routes r on r.id = p.route_id
  where p.shipment_id = s.id and p.removed_at is null and r.deleted_at is null and r.status <> 'CANCELLED'
  order by p.created_at desc, p.id desc limit 1)`

const deliveries = sql`(select json_agg(json_build_object('id', s.id, 'number', s.number, 'method', s.method, 'carrier', s.carrier,
    'trackingNumber', s.tracking_number, 'expectedDate', s.expected_date, 'dispatchedAt', ${utc(sql`s.dispatched_at`)},
    'deliveredAt', ${utc(sql`s.delivered_at`)}, 'eta', ${utc(sql`x.eta`)}, 'stopsBefore', x.stops_before,
    'receivedBy', s.received_by, 'failureReason', s.failure_reason,
    'isSigned', exists (select 1 from delivery_proofs d where d.shipment_id = s.id and d.undone_at is null)) order by s.created_at, s.id)
  from shipments s left join lateral ${stop} x on true where s.order_id = o.id and s.deleted_at is null)`

const lots = sql`(select json_agg(json_build_object('lotNumber', t.lot_number, 'expiryDate', t.expiry_date, 'quantity', e.quantity)
    order by t.expiry_date nulls last, t.lot_number)
  from (select s.lot_id, -sum(s.d_on_hand)::int as quantity from stock_entry s
      where ${isShipmentOf('s', sql`o.id`)} and s.source_line_id = l.id group by 1 having sum(s.d_on_hand) < 0) e
  join lots t on t.id = e.lot_id where t.id <> t.item_id)`

type Line = Omit<PortalOrder['orderLines'][number], 'unitPrice' | 'total' | 'lots'> & {
  unitPrice: number
  total: number
  lots: PortalOrder['orderLines'][number]['lots'] | null
}
interface FullRow extends Row {
  shipTo: PortalOrder['shipTo']
  isNewShipTo: boolean
  notes: string | null
  placedBy: string | null
  origin: string
  terms: Terms
  discount: number
  tax: number
  orderLines: Line[] | null
  charges: { name: string; quantity: number; total: number }[] | null
  invoice: { id: string; number: string; due: number; dueDate: string } | null
  deliveries: PortalOrder['deliveries'] | null
  timeline: PortalOrder['timeline'] | null
  version: number
}

/** One order of the customer, in one statement. Throws NOT_FOUND for another customer's. */
export async function getPortalOrder(db: Db | Tx, accountId: string, id: string): Promise<PortalOrder> {
  const { rows } =
    await sql<FullRow>`select ${columns}, ${orderAddress('ship')} as "shipTo", o.new_ship_to is not null as "isNewShipTo", o.notes, o.origin, ${termsSql} as terms, o.discount, o.tax, o.version,
      (select u.name from users u where u.id = o.created_by and u.account_id = o.account_id) as "placedBy",
      (select json_agg(json_build_object('id', l.id, 'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku),
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'total', l.total, 'lots', ${lots}) order by l.position)
        from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as "orderLines",
      (select json_agg(json_build_object('name', c.name, 'quantity', c.quantity, 'total', c.total) order by c.position)
        from sales_order_charges c where c.order_id = o.id) as charges,
      (select json_build_object('id', v.id, 'number', v.number, 'due', v.total - v.paid, 'dueDate', v.due_date)
        from invoices v where v.order_id = o.id and v.voided_at is null and v.deleted_at is null
          and v.account_id = o.account_id) as invoice,
      ${deliveries} as deliveries,
      (select json_agg(json_build_object('status', m.to_status, 'at', ${utc(sql`m.at`)}) order by m.at, m.id)
        from sales_order_moves m where m.order_id = o.id and m.from_status is distinct from m.to_status) as timeline
    from sales_orders o join accounts a on a.id = o.account_id where o.id = ${id} and o.account_id = ${accountId} and o.deleted_at is null`.execute(
      db,
    )
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const { origin, terms, invoice, charges, orderLines, ...order } = row
  const canCancel = origin === 'portal' && row.status === 'PENDING'
  return {
    ...orderRow(order),
    shipTo: row.shipTo,
    isNewShipTo: row.isNewShipTo,
    notes: row.notes,
    placedBy: row.placedBy,
    canCancel,
    canChange: canCancel && !hasAgreedTerms(terms),
    orderLines: (orderLines ?? []).map((line) => ({
      ...line,
      unitPrice: formatPrice(line.unitPrice),
      total: formatAmount(line.total),
      lots: line.lots ?? [],
    })),
    charges: (charges ?? []).map((charge) => ({ ...charge, total: formatAmount(charge.total) })),
    discount: formatAmount(row.discount),
    tax: formatAmount(row.tax),
    invoice: invoice && { ...invoice, due: formatAmount(invoice.due) },
    deliveries: row.deliveries ?? [],
    canReturn: !whyPortalOrderNotReturned(row),
    timeline: row.timeline ?? [],
    version: row.version,
  }
}
