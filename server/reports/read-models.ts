import { sql } from 'kysely'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { mendLastOrders } from '#server/retention/last-orders.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'

/** Daily sums maintained by triggers (migration 0044): the sums of each key, and the rows that they are the sums of. */
export interface ReadModel {
  table: string
  keys: readonly string[]
  sums: readonly string[]
  /** The expected content, computed from the source tables: one row for each key. */
  source: string
}

export const readModels: readonly ReadModel[] = [
  {
    table: 'sales_days',
    keys: ['day', 'account_id', 'status'],
    sums: ['orders', 'total'],
    source: `select order_date as day, account_id, status, count(*) as orders, sum(total) as total
      from sales_orders where deleted_at is null group by 1, 2, 3`,
  },
  {
    table: 'item_sales_days',
    keys: ['day', 'item_id'],
    sums: ['quantity', 'net'],
    source: `select o.order_date as day, l.item_id, sum(l.quantity) as quantity, sum(l.net) as net
      from sales_orders o join sales_order_lines l on l.order_id = o.id where is_sale(o.status, o.deleted_at) group by 1, 2`,
  },
  {
    table: 'purchase_days',
    keys: ['day', 'supplier_id', 'status'],
    sums: ['orders', 'total'],
    source: `select order_date as day, supplier_id, status, count(*) as orders, sum(total) as total
      from purchase_orders where deleted_at is null group by 1, 2, 3`,
  },
  {
    table: 'stock_days',
    keys: ['day', 'item_id', 'location_id', 'effect', 'reason'],
    sums: ['quantity'],
    source: `select company_day(at) as day, item_id, location_id, effect, reason, sum(d_on_hand) as quantity
      from stock_entry where d_on_hand <> 0 group by 1, 2, 3, 4, 5`,
  },
]

/** Keys whose sums differ from the source tables, with the difference of each sum as `diff_…`. */
export function differences({ table, keys, sums, source }: ReadModel): string {
  const by = keys.join(', ')
  return `select ${by}, ${sums.map((sum) => `sum(${sum})::bigint as diff_${sum}`).join(', ')} from (
      select ${by}, ${sums.join(', ')} from (${source}) books
      union all select ${by}, ${sums.map((sum) => `-${sum}`).join(', ')} from ${table}) both_sides
    group by ${by} having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}`
}

/** A rebuild reads all source tables once. */
const rebuildTimeout = '30min'

const alone = (tx: Tx) => acquireAdvisoryLock(tx, advisoryLocks.reportSums)

/**
 * Adds the differences, so that the sums match the source tables again. One statement sees tables and sums in one snapshot, and
 * concurrent writers add to both: nobody waits. Returns how many keys were corrected.
 */
export async function rebuildSums(database: Database, only?: string): Promise<{ table: string; corrected: number }[]> {
  const done: { table: string; corrected: number }[] = []
  for (const model of readModels.filter(({ table }) => only === undefined || table === only)) {
    done.push(
      await database.db.transaction().execute(async (tx) => {
        await alone(tx)
        await sql.raw(`set local statement_timeout = '${rebuildTimeout}'`).execute(tx)
        const { numAffectedRows } = await sql
          .raw(`insert into ${model.table} (${[...model.keys, ...model.sums].join(', ')}) ${differences(model)}`)
          .execute(tx)
        return { table: model.table, corrected: Number(numAffectedRows ?? 0) }
      }),
    )
  }
  if (only === undefined || only === 'retention_customers')
    done.push({ table: 'retention_customers', corrected: await mendLastOrders(database) })
  return done
}

/** Merges the rows of a key into one, or none if they add up to zero. Readers see either state. */
export async function mergeSums(db: Db): Promise<void> {
  for (const { table, keys, sums } of readModels) {
    const by = keys.join(', ')
    await db.transaction().execute(async (tx) => {
      await alone(tx)
      await sql.raw(`set local statement_timeout = '${rebuildTimeout}'`).execute(tx)
      await sql
        .raw(`with several as materialized (select ${by} from ${table} group by ${by}
            having count(*) > 1 or ${sums.map((sum) => `sum(${sum}) = 0`).join(' and ')}),
          gone as (delete from ${table} t using several s where ${keys.map((key) => `t.${key} = s.${key}`).join(' and ')}
            returning ${[...keys, ...sums].map((column) => `t.${column}`).join(', ')})
          insert into ${table} (${by}, ${sums.join(', ')})
          select ${by}, ${sums.map((sum) => `sum(${sum})`).join(', ')} from gone group by ${by}
          having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}`)
        .execute(tx)
    })
  }
}
