import type { Statement } from './raw-statements.ts'

/*
 * The least SQL that answers each page, written by hand, of no function of the program: what somebody would write who needs these
 * columns and nothing else. No badges, no address of delivery, no allocations, no count; a ratio to it says what all those cost too.
 */

/** The fragment that products are searched by. */
export const searched = 'Product 1234'

const orderFields = `o.id, o.number, o.account_id, a.name as account_name, o.status, o.order_date, o.requested_date, o.delivered_date,
  o.line_count, o.total, o.payment_status, o.reference, o.created_at, o.held_at, o.origin`

export const leastStatements = {
  list: {
    text: `select ${orderFields} from sales_orders o join accounts a on a.id = o.account_id
      where o.deleted_at is null order by o.created_at desc, o.id desc limit 51`,
    values: [],
  },
  read: {
    text: `select ${orderFields}, o.notes, o.version,
        (select json_agg(json_build_object('id', l.id, 'itemId', l.item_id, 'sku', i.sku, 'name', i.name, 'quantity', l.quantity,
          'price', l.unit_price, 'total', l.total) order by l.position)
          from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines,
        (select json_build_object('id', v.id, 'number', v.number, 'total', v.total, 'paid', v.paid, 'due', v.due_date)
          from invoices v where v.order_id = o.id and v.voided_at is null) as invoice,
        (select json_agg(json_build_object('id', s.id, 'number', s.number, 'status', s.status)) from shipments s
          where s.order_id = o.id and s.deleted_at is null) as shipments,
        (select json_agg(json_build_object('move', m.move, 'to', m.to_status, 'at', m.at, 'by', u.name) order by m.id)
          from sales_order_moves m left join users u on u.id = m.actor_id where m.order_id = o.id) as timeline
      from sales_orders o join accounts a on a.id = o.account_id where o.id = $1`,
    values: ['$id'],
  },
  search: {
    text: `with hit as materialized (select id, sku, name, barcode, price, category_id, location_id from items
        where deleted_at is null and kind = 'product' and name || ' ' || sku || ' ' || coalesce(barcode, '') ilike $1)
      select h.*, c.name as category, p.name as location, t.on_hand, t.committed from hit h join item_stock t on t.item_id = h.id
        left join categories c on c.id = h.category_id left join locations p on p.id = h.location_id
      order by lower(h.name), h.id limit 51`,
    values: [`%${searched}%`],
  },
} as const satisfies Record<string, Statement>
