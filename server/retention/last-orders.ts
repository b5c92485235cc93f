import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { Database } from '#server/db/database.ts'

/** Customers whose stored last order date differs from their orders: account_id, noted, actual. */
export const wrongLastOrders = `select a.id as account_id, c.last_order_date as noted, o.last as actual
  from accounts a
  left join (select account_id, max(order_date) as last from sales_orders where deleted_at is null group by account_id) o
    on o.account_id = a.id
  left join retention_customers c on c.account_id = a.id
  where c.account_id is null or c.last_order_date is distinct from o.last`

/** Customers whose stored steps of this spell or active flag are wrong: account_id, noted, actual. */
export const wrongSteps = `select c.account_id, c.steps || ' steps' || case when c.is_active then '' else ', inactive' end as noted,
    coalesce(t.steps, 0) || ' steps' || case when a.deleted_at is null and a.status = 'active' then '' else ', inactive' end as actual
  from retention_customers c join accounts a on a.id = c.account_id
  left join (select s.account_id, s.spell, max(s.step) as steps, max(s.at) as last_at from retention_steps s group by 1, 2) t
    on t.account_id = c.account_id and t.spell = c.last_order_date
  where (c.steps, c.last_step_at, c.is_active)
    is distinct from (coalesce(t.steps, 0)::smallint, t.last_at, a.deleted_at is null and a.status = 'active')`

interface StepCount {
  account_id: string
  steps: number
  last_at: string | null
  is_active: boolean
}

/**
 * Corrects wrong last order dates; triggers then update the steps and the active flag. Locks make it wait for concurrent orders
 * of these customers, and the other way round. Returns how many were corrected.
 */
export async function mendLastOrders({ db }: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx)
    const { rows } = await sql<{ id: string }>`select account_id as id from (${sql.raw(wrongLastOrders)}) w
      union select account_id from (${sql.raw(wrongSteps)}) w order by id`.execute(tx)
    const ids = rows.map((row) => row.id)
    await tx
      .insertInto('retention_customers')
      .columns(['account_id'])
      .expression(sql`select unnest(${listOf(ids)})`)
      .onConflict((oc) => oc.doNothing())
      .execute()
    // Locks in a separate statement: the next one sees what the previous lock holders have written.
    await sql`select 1 from retention_customers where account_id = any(${ids}::uuid[]) order by account_id
      for no key update`.execute(tx)
    const lastOrders = sql<{ id: string; last: string | null }>`(select x.id, o.last
      from unnest(${listOf(ids)}) as x(id) left join lateral (select max(order_date) as last from sales_orders
        where account_id = x.id and deleted_at is null) o on true)`
    const dated = await tx
      .updateTable('retention_customers as c')
      .from(lastOrders.as('o'))
      .set((eb) => ({ last_order_date: eb.ref('o.last') }))
      .whereRef('c.account_id', '=', 'o.id')
      .whereRef('c.last_order_date', 'is distinct from', 'o.last')
      .executeTakeFirstOrThrow()
    const counts = sql<StepCount>`(select k.account_id, coalesce(t.steps, 0) as steps, t.last_at,
        a.deleted_at is null and a.status = 'active' as is_active
      from retention_customers k join accounts a on a.id = k.account_id
      left join lateral (select max(s.step) as steps, max(s.at) as last_at
        from retention_steps s where s.account_id = k.account_id and s.spell = k.last_order_date) t on true
      where k.account_id in (select account_id from (${sql.raw(wrongSteps)}) w))`
    const noted = await tx
      .updateTable('retention_customers as c')
      .from(counts.as('t'))
      .set((eb) => ({
        steps: eb.ref('t.steps'),
        last_step_at: eb.ref('t.last_at'),
        is_active: eb.ref('t.is_active'),
      }))
      .whereRef('c.account_id', '=', 't.account_id')
      .executeTakeFirstOrThrow()
    return Number(dated.numUpdatedRows) + Number(noted.numUpdatedRows)
  })
}
