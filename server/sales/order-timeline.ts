import { sql } from 'kysely'
import { orderActs, type TimelineEntry } from '#shared/sales/order-timeline.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'

const acts = orderActs.map((act) => `order.${act}`)

/** Everything that happened to an order, newest first: its moves, and of the audit log what moved nothing. */
export async function timelineOf(db: Db | Tx, orderId: string): Promise<TimelineEntry[]> {
  const { rows } =
    await sql<TimelineEntry>`select ${utc(sql`t.at`)} as at, u.name as actor, t.move, t.from_status as "from",
      t.to_status as "to", t.reason, t.changes
    from (
      select m.at, m.actor_id, m.move, m.from_status, m.to_status, m.reason, '[]'::jsonb as changes, m.id as rank
        from sales_order_moves m where m.order_id = ${orderId}
      union all
      select l.at, l.actor_id, substr(l.act, 7), null, null, l.details->>'reason', coalesce(l.details->'changes', '[]'), l.id
        from audit_log l where l.entity = 'salesOrder' and l.entity_id = ${orderId} and l.act = any(${acts})) t
    left join users u on u.id = t.actor_id
    order by t.at desc, t.to_status is not null desc, t.rank desc`.execute(db)
  return rows
}
