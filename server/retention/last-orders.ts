import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Customers whose noted day of the last order is not what their orders say: account_id, noted, actual. */
export const wrongLastOrders = `select account_id, c.last_order_date as noted, o.last as actual
  from (select account_id, max(order_date) as last from sales_orders where deleted_at is null group by account_id) o
  full join retention_customers c using (account_id) where c.last_order_date is distinct from o.last`

/** Customers whose noted steps of this spell, or whether they are active, are not what the books say: account_id, noted, actual. */
export const wrongSteps = `select c.account_id, c.steps || ' steps' || case when c.is_active then '' else ', inactive' end as noted,
    coalesce(t.steps, 0) || ' steps' || case when a.deleted_at is null and a.status = 'active' then '' else ', inactive' end as actual
  from retention_customers c join accounts a on a.id = c.account_id
  left join (select s.account_id, s.spell, max(s.step) as steps, max(s.at) as last_at from retention_steps s group by 1, 2) t
    on t.account_id = c.account_id and t.spell = c.last_order_date
  where (c.steps, c.last_step_at, c.is_active)
    is distinct from (coalesce(t.steps, 0)::smallint, t.last_at, a.deleted_at is null and a.status = 'active')`

/**
 * Writes the day of the last order anew where it is wrong; triggers keep it, the steps since and who is active. Whoever writes an order of such a customer
 * meanwhile waits, or is waited for. Returns how many were corrected.
 */
export async function mendLastOrders({ db }: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx)
    const { rows } = await sql<{ id: string }>`select account_id as id from (${sql.raw(wrongLastOrders)}) w
      union select account_id from (${sql.raw(wrongSteps)}) w order by id`.execute(tx)
    const ids = rows.map((row) => row.id)
    await sql`insert into retention_customers (account_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
      tx,
    )
    // Locked by a statement of its own: the next one sees what whoever held them has written.
    await sql`select 1 from retention_customers where account_id = any(${ids}::uuid[]) order by account_id
      for no key update`.execute(tx)
    const done = await sql`update retention_customers c set last_order_date = o.last
      from unnest(${ids}::uuid[]) as x(id) left join lateral (select max(order_date) as last from sales_orders
        where account_id = x.id and deleted_at is null) o on true
      where c.account_id = x.id and c.last_order_date is distinct from o.last`.execute(tx)
    const noted = await sql`update retention_customers c set steps = coalesce(t.steps, 0), last_step_at = t.last_at,
        is_active = a.deleted_at is null and a.status = 'active'
      from accounts a, retention_customers k left join lateral (select max(s.step) as steps, max(s.at) as last_at
        from retention_steps s where s.account_id = k.account_id and s.spell = k.last_order_date) t on true
      where a.id = k.account_id and c.account_id = k.account_id
        and k.account_id in (select account_id from (${sql.raw(wrongSteps)}) w)`.execute(tx)
    return Number(done.numAffectedRows ?? 0) + Number(noted.numAffectedRows ?? 0)
  })
}
