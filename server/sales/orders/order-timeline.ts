import { sql } from 'kysely'
import { orderEvents } from '#shared/sales/orders/order-timeline.ts'
import { utc } from '#server/db/timestamps.ts'

const acts = sql.join(orderEvents.map((act) => sql.lit(`order.${act}`)))

/** How the goods go that the move `m` of the order `o` assigned: each such move has one change of a shipment's method in the audit log. */
const methodSql = sql`case when m.move = 'assign' then (
    select c.method from (
      select g.details->>'method' as method, row_number() over (order by g.id) as place
        from shipments s join audit_log g on g.entity = 'shipment' and g.entity_id = s.id
        where s.order_id = o.id and g.act = 'shipment.changed' and g.details->>'method' is not null) c
    where c.place = (select count(*) from sales_order_moves e where e.order_id = o.id and e.move = 'assign' and e.id <= m.id)) end`

/** Everything that happened to the order `o`, newest first, as JSON: its moves, and of the audit log what moved nothing. */
export const timelineSql = sql`(
  select json_agg(json_build_object('at', ${utc(sql`t.at`)}, 'actor', u.name, 'move', t.move, 'from', t.from_status,
      'to', t.to_status, 'reason', t.reason, 'method', t.method, 'changes', t.changes)
    order by t.at desc, t.to_status is not null desc, t.rank desc)
  from (
    select m.at, m.actor_id, m.move, m.from_status, m.to_status, m.reason, ${methodSql} as method, '[]'::jsonb as changes, m.id as rank
      from sales_order_moves m where m.order_id = o.id
    union all
    select l.at, l.actor_id, substr(l.act, 7), null, null, l.details->>'reason', null, coalesce(l.details->'changes', '[]'), l.id
      from audit_log l where l.entity = 'salesOrder' and l.entity_id = o.id and l.act in (${acts})) t
  left join users u on u.id = t.actor_id)`
