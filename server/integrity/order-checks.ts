import { booked, type Check, documents, held, unequal } from './check-rules.ts'

const order = (broken: string) => documents('salesOrder', 'sales_orders', broken)
const lines = (quantity: string, where: string) => `select o.id, l.id as line, ${quantity} as quantity
  from sales_orders o join sales_order_lines l on l.order_id = o.id where o.origin <> 'import' and ${where}`
const lives = 'o.deleted_at is null'
const left = `('READY_FOR_SHIPPING', 'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY', 'DELIVERED')`

/** The shipment status for each order status. */
const parcelOf = `('READY_FOR_SHIPPING', 'READY_FOR_SHIPPING'), ('FOR_SHIPPING', 'READY_FOR_SHIPPING'), ('SHIPPED', 'ON_THE_WAY'),
  ('IN_TRANSIT', 'ON_THE_WAY'), ('OUT_FOR_DELIVERY', 'ON_THE_WAY'), ('DELIVERED', 'DELIVERED'), ('FAILED_DELIVERY', 'FAILED_DELIVERY')`

/** Reserved and shipped stock of orders, their invoices and shipments. */
export const orderChecks: readonly Check[] = [
  {
    id: 'V6 held',
    title: 'A confirmed order has all its stock reserved.',
    rows: order(
      unequal(
        lines('l.quantity', `${lives} and o.status in ('CONFIRMED', 'PROCESSING')`),
        held('sales_order'),
        'a line holds',
        'it asks for',
      ),
    ),
  },
  {
    id: 'V6 waiting',
    title: 'A backordered order reserves no more than it ordered.',
    rows: order(
      unequal(
        lines('l.quantity', `${lives} and o.status = 'AWAITING_STOCK'`),
        held('sales_order'),
        'a line holds',
        'it asks for',
        '>',
      ),
    ),
  },
  {
    id: 'V6 free',
    title: 'An order in any other status reserves nothing.',
    rows: order(`select o.id, 'its commitments hold ' || sum(k.quantity) as says,
        case when o.deleted_at is null then 'it is ' || o.status else 'it is deleted' end as explained
      from commitment k join sales_orders o on o.id = k.source_id
      where k.state = 'open' and (o.status not in ('CONFIRMED', 'PROCESSING', 'AWAITING_STOCK') or o.deleted_at is not null)
      group by o.id`),
  },
  {
    id: 'V6 committed',
    title: 'Reservations of an order match the ledger.',
    rows: order(`select id, 'entries commit ' || coalesce(e.quantity, 0) as says, 'its commitments hold ' || coalesce(k.quantity, 0) as explained
      from (select source_id as id, sum(d_committed) as quantity from stock_entry where source_type = 'sales_order' group by 1) e
        full join (select source_id as id, sum(quantity) as quantity from commitment
          where source_type = 'sales_order' and state = 'open' group by 1) k using (id)
      where coalesce(e.quantity, 0) <> coalesce(k.quantity, 0)`),
  },
  {
    id: 'V6 shipped',
    title: 'A shipped order deducted all its stock, once.',
    rows: order(
      unequal(
        lines('l.quantity', `${lives} and o.status in ${left}`),
        booked('sales_order', '-sum(d_on_hand)', 'd_on_hand <> 0'),
        'a line took',
        'it asks for',
      ),
    ),
  },
  {
    id: 'V6 kept',
    title: 'An order that was not shipped deducted no stock.',
    rows: order(`select o.id, 'it took ' || -e.moved as says,
        case when o.deleted_at is null then 'it is ' || o.status else 'it is deleted' end as explained
      from (select source_id, sum(d_on_hand) as moved from stock_entry where source_type = 'sales_order' and d_on_hand <> 0
          group by 1 having sum(d_on_hand) <> 0) e join sales_orders o on o.id = e.source_id
      where o.deleted_at is not null or o.status not in ${left.replace(')', ", 'RETURNED')")}`),
  },
  {
    id: 'V6 items',
    title: 'Each order line posts stock of its own item.',
    rows: order(`select l.order_id as id, 'entry ' || e.id || ' is of another item' as says, 'its line does not ask for it' as explained
      from stock_entry e join sales_order_lines l on l.id = e.source_line_id
      where e.source_type in ('sales_order', 'import') and (l.item_id, l.order_id) <> (e.item_id, e.source_id)`),
  },
  {
    id: 'V6 invoice',
    title: 'An order has one invoice from its confirmation on; one that lost its stock keeps it only where it is paid.',
    rows: order(`select o.id, case when v.order_id is null then 'no invoice stands' else 'an invoice stands' end as says,
        case when o.deleted_at is null then 'it is ' || o.status else 'it is deleted' end as explained
      from sales_orders o left join invoices v on v.order_id = o.id and v.voided_at is null
      where o.origin <> 'import' and case when o.deleted_at is not null then v.order_id is not null
        when o.status = 'AWAITING_STOCK' then v.paid = 0
        else (o.status not in ('PENDING', 'CANCELLED')) <> (v.order_id is not null) end`),
  },
  {
    id: 'V6 parcel',
    title: 'A shipment contains exactly the stock deducted for its order.',
    rows: `select 'salesOrder' as kind, o.id, s.number as name, 'it holds ' || coalesce(x.quantity, 0) as says,
        'what left is ' || coalesce(k.quantity, 0) as explained
      from shipments s join sales_orders o on o.id = s.order_id
      left join (select shipment_id, sum(quantity) as quantity from shipment_lines group by 1) x on x.shipment_id = s.id
      left join (select source_id, sum(quantity) as quantity from commitment where state = 'consumed' group by 1) k on k.source_id = o.id
      where s.deleted_at is null and o.origin <> 'import' and coalesce(x.quantity, 0) <> coalesce(k.quantity, 0)`,
  },
  {
    id: 'V13',
    title: 'An order has at most one shipment at a time, and their statuses match.',
    rows: order(`select o.id, case when o.deleted_at is not null then 'it is deleted' else 'it is ' || o.status end as says,
        case when s.n > 1 then s.n || ' parcels stand' else coalesce('its parcel is ' || s.status, 'it has no parcel') end as explained
      from sales_orders o
      left join (select order_id, count(*) as n, min(status) as status from shipments where deleted_at is null group by 1) s
        on s.order_id = o.id
      left join (values ${parcelOf}) p(of_order, of_parcel) on p.of_order = o.status and o.deleted_at is null
      where o.origin <> 'import' and (s.n > 1 or o.status <> 'RETURNED' and p.of_parcel is distinct from s.status)`),
  },
]
