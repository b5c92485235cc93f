import { type Check, documents } from './check-rules.ts'

/** Stops of routes compared with their orders. */
export const deliveryChecks: readonly Check[] = [
  {
    id: 'V13 stop',
    title: 'An order with an open stop has the status that its route gives it.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select o.id, 'it is ' || o.status as says,
          'its stop is ' || p.status || ' on ' || r.number || ', which is ' || case when r.deleted_at is null then r.status else 'deleted' end
            as explained
        from route_stops p join routes r on r.id = p.route_id join sales_orders o on o.id = p.order_id
        where p.removed_at is null and p.status in ('READY_FOR_SHIPPING', 'ON_THE_WAY')
          and (r.deleted_at is not null or o.deleted_at is not null or case r.status
            when 'PLANNED' then o.status <> 'FOR_SHIPPING'
            when 'IN_PROGRESS' then not (o.status = 'IN_TRANSIT' or p.status = 'ON_THE_WAY' and o.status = 'OUT_FOR_DELIVERY')
            else true end)`,
    ),
  },
  {
    id: 'V13 route',
    title: 'A route in progress has exactly one current stop until all stops are finished.',
    rows: documents(
      'other',
      'routes',
      `select r.id, count(*) filter (where p.status = 'ON_THE_WAY') || ' stops are on the way' as says,
          'it is ' || r.status || ' with ' || count(*) filter (where p.finished_at is null) || ' open stops' as explained
        from routes r join route_stops p on p.route_id = r.id and p.removed_at is null where r.deleted_at is null
        group by r.id having count(*) filter (where p.status = 'ON_THE_WAY')
          <> case when r.status = 'IN_PROGRESS' and count(*) filter (where p.finished_at is null) > 0 then 1 else 0 end`,
    ),
  },
  {
    id: 'V13 accepted',
    title: 'Accepted, refused and damaged quantities of each delivered line add up to what was shipped.',
    rows: documents(
      'shipment',
      'shipments',
      `select x.shipment_id as id, 'a line says what became of ' || coalesce(h.quantity, 0) as says, 'it holds ' || x.quantity as explained
        from shipments s join shipment_lines x on x.shipment_id = s.id
        left join (select shipment_line_id, sum(delivered + refused + damaged) as quantity from delivered_lines group by 1) h
          on h.shipment_line_id = x.id
        where s.status = 'DELIVERED' and coalesce(h.quantity, 0) <> x.quantity`,
    ),
  },
  {
    id: 'V13 customer',
    title: 'A shipment is listed under the customer of its order.',
    rows: documents(
      'shipment',
      'shipments',
      `select s.id, 'it is listed under ' || coalesce(b.name, 'no customer') as says, 'its order is of ' || a.name as explained
        from shipments s join sales_orders o on o.id = s.order_id join accounts a on a.id = o.account_id
        left join accounts b on b.id = s.account_id where s.account_id is distinct from o.account_id`,
    ),
  },
]
