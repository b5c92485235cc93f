import { type Check, documents, records } from './check-rules.ts'

/** Consignment stock: not reserved by orders, and sold from the lots that were counted. */
export const consignmentChecks: readonly Check[] = [
  {
    id: 'V21 consigned',
    title: 'No order reserves stock at a customer’s location.',
    rows: records(
      'location',
      'locations',
      `select p.id, sum(k.quantity) || ' pieces are reserved for ' || min(o.number) as says, 'they are consignment stock' as explained
        from locations p join commitment k on k.location_id = p.id and k.state = 'open' and k.source_type = 'sales_order'
        join sales_orders o on o.id = k.source_id where p.consignee_id is not null group by p.id`,
    ),
  },
  {
    id: 'V21 used',
    title: 'Consignment stock used matches the order that sold it, lot by lot.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select coalesce(u.order_id, s.order_id) as id, 'its order took ' || coalesce(s.pieces, 0) || ' of a lot' as says,
          'the count shows a use of ' || coalesce(u.pieces, 0) as explained
        from (select c.order_id, l.lot_id, l.expected - l.counted as pieces
            from consignment_counts c join consignment_count_lines l on l.count_id = c.id
            where c.order_id is not null and l.expected > l.counted) u
          full join (select c.order_id, e.lot_id, -sum(e.d_on_hand) as pieces from consignment_counts c
            join stock_entry e on e.source_type = 'sales_order' and e.source_id = c.order_id and e.effect = 'SHIP'
            group by 1, 2) s on (s.order_id, s.lot_id) = (u.order_id, u.lot_id)
        where coalesce(u.pieces, 0) <> coalesce(s.pieces, 0)`,
    ),
  },
]
