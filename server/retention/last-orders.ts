import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Customers whose noted day of the last order is not what their orders say: account_id, noted, actual. */
export const wrongLastOrders = `select account_id, c.last_order_date as noted, o.last as actual
  from (select account_id, max(order_date) as last from sales_orders where deleted_at is null group by account_id) o
  full join retention_customers c using (account_id) where c.last_order_date is distinct from o.last`

/**
 * Writes the day of the last order anew where it is wrong; a trigger keeps it. Whoever writes an order of such a customer
 * meanwhile waits, or is waited for. Returns how many were corrected.
 */
export async function mendLastOrders({ db }: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx)
    const { rows } = await sql<{ id: string }>`select account_id as id from (${sql.raw(wrongLastOrders)}) w
      order by account_id`.execute(tx)
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
    return Number(done.numAffectedRows ?? 0)
  })
}
