import type { Statement } from '../raw-statements.ts'

/*
 * The minimal SQL for each page, written by hand without functions of the app: plain columns, and JSON only for the
 * sub-rows of a row. test/bench/least/answers.ts builds the page from it and compares it with the app's.
 */

/** The words that products are searched by. */
export const searched = 'Product 1234'

const today = `(select (now() at time zone coalesce((select content ->> 'timeZone' from settings), 'UTC'))::date)`

const orderFields = `o.id, o.number, o.account_id, a.name as account_name, o.status, o.order_date, o.requested_date, o.delivered_date,
  o.ship_to, o.ship_to_id, o.new_ship_to, d.name as place_name, d.address as place_address, d.country as place_country,
  a.address as account_address, a.country as account_country, o.line_count, o.total, o.payment_status, o.reference, o.created_at,
  o.held_at, o.origin = 'portal' as from_portal,
  o.requested_date < ${today} and o.status not in ('DELIVERED', 'RETURNED', 'CANCELLED') as late,
  o.status in ('READY_FOR_SHIPPING', 'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY')
    and exists (select 1 from commitment k join lots t on t.id = k.lot_id where k.source_id = o.id and k.state = 'consumed'
      and (t.status <> 'AVAILABLE' or t.expiry_date < ${today})) as stopped,
  o.status in ('READY_FOR_SHIPPING', 'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY', 'DELIVERED')
    and exists (select 1 from sales_orders x where x.parent_id = o.id and x.deleted_at is null
      and x.status in ('PENDING', 'AWAITING_STOCK', 'CONFIRMED', 'PROCESSING')) as partly_shipped,
  o.status = 'DELIVERED'
    and exists (select 1 from sales_returns r where r.order_id = o.id and r.status = 'Completed') as partly_returned,
  exists (select 1 from order_messages m left join order_message_reads w on w.order_id = m.order_id and not w.by_customer
    where m.order_id = o.id and m.from_customer and (w.read_at is null or m.at > w.read_at)) as new_message`

const orders = `sales_orders o join accounts a on a.id = o.account_id
  left join addresses d on d.id = o.ship_to_id and d.account_id = a.id`

const amounts = (row: string) => `'quantity', ${row}.quantity, 'unitPrice', ${row}.unit_price, 'total', ${row}.total,
  'discount', ${row}.discount, 'net', ${row}.net, 'taxed', ${row}.tax, 'taxName', ${row}.tax_name, 'taxKind', ${row}.tax_kind,
  'taxRate', ${row}.tax_rate`

const lines = `(select json_agg(json_build_object('id', l.id, 'itemId', l.item_id, 'name', i.name, 'sku', i.sku, 'kind', i.kind,
    ${amounts('l')}, 'priceTier', l.price_tier,
    'available', case when o.status in ('PENDING', 'AWAITING_STOCK') then coalesce((select sum(b.on_hand - b.committed)
      from stock_balance b join lots t on t.id = b.lot_id where b.item_id = l.item_id and t.status = 'AVAILABLE'
        and coalesce(t.expiry_date, 'infinity') >= greatest(o.requested_date, ${today}) + coalesce(a.min_shelf_life_days,
          (select (content ->> 'minShelfLifeDays')::int from settings), 0)
        and not exists (select 1 from locations c where c.id = b.location_id and c.consignee_id is not null)), 0) else 0 end,
    'allocations', (select json_agg(json_build_object('locationId', k.location_id, 'location', p.name, 'lotId', t.id,
        'lotNumber', t.lot_number, 'lotStatus', t.status, 'expiryDate', t.expiry_date, 'quantity', k.quantity, 'state', k.state,
        'lotReason', k.lot_reason) order by t.expiry_date nulls last, p.name, k.state)
      from (select location_id, lot_id, state, sum(quantity) as quantity, max(lot_reason) as lot_reason from commitment
        where source_id = o.id and source_line_id = l.id and state <> 'released' group by 1, 2, 3) k
      join locations p on p.id = k.location_id join lots t on t.id = k.lot_id)) order by l.position)
  from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id)`

const timeline = `(select json_agg(json_build_object('at', t.at, 'actor', u.name, 'move', t.move, 'from', t.from_status,
    'to', t.to_status, 'reason', t.reason, 'changes', t.changes) order by t.at desc, t.to_status is not null desc, t.rank desc)
  from (select m.at, m.actor_id, m.move, m.from_status, m.to_status, m.reason, '[]'::jsonb as changes, m.id as rank
      from sales_order_moves m where m.order_id = o.id
    union all select g.at, g.actor_id, substr(g.act, 7), null, null, g.details ->> 'reason',
        coalesce(g.details -> 'changes', '[]'), g.id
      from audit_log g where g.entity = 'salesOrder' and g.entity_id = o.id and g.act in ('order.updated', 'order.shipToChanged',
        'order.newAddressAdded', 'order.newAddressDismissed', 'order.confirmationSent', 'order.held', 'order.holdReleased',
        'order.lotsChosen', 'order.lotsExchanged', 'order.toppedUp', 'order.lostStock', 'order.stopped')) t
  left join users u on u.id = t.actor_id)`

const stopped = `case when o.status in ('READY_FOR_SHIPPING', 'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY',
    'FAILED_DELIVERY')
  then (select json_agg(json_build_object('product', i.name, 'lotId', t.id, 'lotNumber', t.lot_number, 'status', t.status,
      'expiryDate', t.expiry_date, 'quantity', k.quantity) order by i.name, t.lot_number)
    from (select item_id, lot_id, sum(quantity) as quantity from commitment
      where source_id = o.id and state = 'consumed' group by 1, 2) k
    join lots t on t.id = k.lot_id join items i on i.id = k.item_id
    where t.status <> 'AVAILABLE' or t.expiry_date < ${today}) end`

const parcel = `(select json_agg(json_build_object('id', x.id, 'name', i.name, 'lotNumber', t.lot_number, 'isNone', t.id = i.id,
    'quantity', x.quantity) order by i.name, t.expiry_date, t.lot_number, x.id)
  from shipment_lines x join items i on i.id = x.item_id join lots t on t.id = x.lot_id where x.shipment_id = s.id)`

export const leastStatements = {
  list: {
    text: `select ${orderFields} from ${orders} where o.deleted_at is null order by o.created_at desc, o.id desc limit 51`,
    values: [],
  },
  read: {
    text: `select ${orderFields}, o.notes, o.version, o.cancel_reason, o.discount_kind, o.discount_value, o.discount, o.tax,
        o.bill_to, o.bill_to_id, b.name as bill_name, b.address as bill_address, b.country as bill_country, o.hold_reason,
        o.new_ship_to_dismissed, a.price_tier, a.status as account_status, a.deleted_at as account_deleted_at,
        (select t.tax_exempt from account_billing t where t.account_id = a.id) as tax_exempt,
        (select u.name from users u where u.id = o.held_by) as held_by, o.confirmation_sent_at, o.confirmation_sent_to,
        (select k.state from mail_outbox k where k.id = o.confirmation_mail_id) as confirmation_state,
        ${lines} as lines,
        (select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'serviceTypeId', c.service_type_id, 'name', c.name,
            'unit', c.unit, 'ownPrice', c.own_price, ${amounts('c')}) order by c.position)
          from sales_order_charges c where c.order_id = o.id) as charges,
        (select json_build_object('id', v.id, 'number', v.number, 'total', v.total, 'settled', v.paid, 'creditUsed',
            case when v.paid > 0 then (select coalesce(sum(case e.kind when 'CREDIT' then e.amount else -e.amount end), 0)
              from payment_entry e where e.invoice_id = v.id and e.payment_id is null) else 0 end,
            'paymentStatus', v.payment_status, 'dueDate', v.due_date)
          from invoices v where v.order_id = o.id and v.voided_at is null) as invoice,
        (select json_agg(json_build_object('id', s.id, 'number', s.number, 'status', s.status, 'method', s.method,
            'carrier', s.carrier, 'trackingNumber', s.tracking_number, 'attempt', s.attempt, 'dispatchedAt', s.dispatched_at,
            'deliveredAt', s.delivered_at, 'receivedBy', s.received_by, 'failureReason', s.failure_reason, 'note', s.note,
            'parcel', ${parcel}) order by s.created_at, s.id)
          from shipments s where s.order_id = o.id and s.deleted_at is null) as shipments,
        (select json_build_object('id', x.id, 'number', x.number, 'status', x.status) from sales_orders x
          where x.id = o.parent_id and x.deleted_at is null) as parent,
        (select json_agg(json_build_object('id', x.id, 'number', x.number, 'status', x.status) order by x.number)
          from sales_orders x where x.parent_id = o.id and x.deleted_at is null) as children,
        (select json_agg(r.number order by r.number) from sales_returns r
          where r.order_id = o.id and r.status not in ('Rejected', 'Cancelled')) as returns,
        ${stopped} as stopped_goods, ${timeline} as timeline
      from ${orders} left join addresses b on b.id = o.bill_to_id and b.account_id = a.id
      where o.id = $1 and o.deleted_at is null`,
    values: ['$id'],
  },
  search: {
    text: `with hit as materialized (select * from items
        where deleted_at is null and kind = 'product' and name || ' ' || sku || ' ' || coalesce(barcode, '') ilike $1
          and name || ' ' || sku || ' ' || coalesce(barcode, '') ilike $2)
      select i.id, i.sku, i.name, c.name as category, i.supplier_id, s.name as supplier, i.location_id, p.name as location,
        p.type as location_type, i.cost, i.price, i.price_retail, i.price_wholesale, i.price_distributor, i.price_high_volume,
        t.on_hand, t.committed, t.low_at, i.lot_controlled, i.barcode, i.cold_chain, i.controlled, i.reorder_point,
        i.supplier_code, i.lead_time_days, i.moq, i.pcs_per_case, i.updated_at,
        case when ${today} between t.holds_from and t.holds_until then t.unsellable else (select sum(b.on_hand - b.committed)
          from stock_balance b join lots l on l.id = b.lot_id where b.item_id = i.id and b.on_hand > b.committed
            and (l.status <> 'AVAILABLE' or l.expiry_date < ${today}
              or exists (select 1 from locations x where x.id = b.location_id and x.consignee_id is not null))) end as unsellable,
        case when i.lot_controlled then (select json_agg(json_build_object('status', l.status, 'pieces', b.on_hand - b.committed))
          from stock_balance b join lots l on l.id = b.lot_id where b.item_id = i.id and b.on_hand > b.committed
            and (l.status <> 'AVAILABLE' or l.expiry_date < ${today})) end as unfit,
        (select g.id from product_images g where g.item_id = i.id and g.removed_at is null order by g.position limit 1) as cover,
        (select count(*) from hit) as found
      from hit i join item_stock t on t.item_id = i.id left join categories c on c.id = i.category_id
        left join suppliers s on s.id = i.supplier_id left join locations p on p.id = i.location_id
      order by lower(i.name), i.id limit 51`,
    values: searched.split(' ').map((word) => `%${word}%`),
  },
} as const satisfies Record<string, Statement>
