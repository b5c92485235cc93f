import { sql } from 'kysely'
import { orderEvents } from '#shared/sales/orders/order-timeline.ts'
import { utc } from '#server/db/timestamps.ts'

const acts = sql.join(orderEvents.map((act) => sql.lit(`order.${act}`)))

/** The timeline of order `o` as JSON, newest first: its transitions, and actions of the audit log that were no transitions. */
export const timelineSql = sql`(
  select json_agg(json_build_object('at', ${utc(sql`t.at`)}, 'actor', u.name, 'move', t.move, 'from', t.from_status,
      'to', t.to_status, 'reason', t.reason, 'changes', t.changes)
    order by t.at desc, t.to_status is not null desc, t.rank desc)
  from (
    select m.at, m.actor_id, m.move, m.from_status, m.to_status, m.reason, '[]'::jsonb as changes, m.id as rank
      from sales_order_moves m where m.order_id = o.id
    union all
    select l.at, l.actor_id, substr(l.act, 7), null, null, l.details->>'reason', coalesce(l.details->'changes', '[]'), l.id
      from audit_log l where l.entity = 'salesOrder' and l.entity_id = o.id and l.act in (${acts})) t
  left join users u on u.id = t.actor_id)`
