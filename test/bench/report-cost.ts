import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Connection, Database } from '#server/db/database.ts'
import { rebuildSums } from '#server/reports/read-models.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { startApp, urlOf } from './processes.ts'

/** The triggers that keep the daily sums, with their tables. */
const keeping = sql<{ name: string; of: string }>`select tgname as name, tgrelid::regclass::text as of from pg_trigger
  where tgname like '%\\_sum\\_%' or tgname like '%\\_sum' order by 1`

/** What PostgreSQL itself counted of the triggers' functions, by name: calls and milliseconds in all. */
const counted = sql<{ name: string; calls: number; ms: number }>`select funcname as name, calls, total_time as ms
  from pg_stat_user_functions where funcname like 'sum\_%'`

/**
 * How long a confirmation over HTTP takes while the daily sums are kept and while they are not, in turns, in milliseconds. The sums
 * are put right afterwards. `inside`: milliseconds that a confirmation spends in the triggers, by PostgreSQL's own count, which the
 * machine's other work disturbs as much as the confirmation itself.
 */
export async function confirmTimes(connection: Connection, database: Database, rounds: number) {
  await sql.raw(`alter database "${connection.database}" set track_functions = 'all'`).execute(database.db)
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  const times: Record<'kept' | 'left', number[]> = { kept: [], left: [] }
  let triggerCount = 0
  const app = await startApp({ DATABASE_URL: urlOf(connection) })
  try {
    const client = clientOf(`http://127.0.0.1:${app.port}`, userId, `__Host-sid=${token}`)
    const place = await addPlace(client)
    const account = await addAccount(client)
    const products: string[] = []
    for (let number = 0; number < 3; number += 1)
      products.push((await addProduct(client, place, { quantity: 100_000 })).id)
    const { rows: triggers } = await keeping.execute(database.db)
    triggerCount = triggers.length
    for (let round = 0; round < rounds + 1; round += 1) {
      for (const side of ['kept', 'left'] as const) {
        const switched = side === 'kept' ? 'enable' : 'disable'
        for (const { name, of } of triggers)
          await sql.raw(`alter table ${of} ${switched} trigger ${name}`).execute(database.db)
        for (let number = 0; number < 10; number += 1) {
          const { id } = await addOrder(
            client,
            account.id,
            products.map((product) => [product, 2] as const),
          )
          const began = performance.now()
          await client.do(salesApi.confirm, { params: { id }, body: {} })
          if (round > 0) times[side].push(performance.now() - began)
        }
      }
    }
    for (const { name, of } of triggers) await sql.raw(`alter table ${of} enable trigger ${name}`).execute(database.db)
  } finally {
    await app.stop()
  }
  // The server's connections count when they end.
  const { rows: functions } = await counted.execute(database.db)
  await rebuildSums(database)
  // An order that is made has other triggers.
  const inside = functions
    .filter(({ name }) => name === 'sum_changed_order' || name === 'sum_stock_entries')
    .reduce((sum, { calls, ms }) => sum + ms / Math.max(1, calls), 0)
  return { ...times, triggers: triggerCount, inside }
}
