import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Connection, Database } from '#server/db/database.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { startApp, urlOf } from './processes.ts'

/**
 * One of two identical companies, except that `left` has no triggers for the daily sums. Each has a server of its own.
 */
export interface Side {
  name: 'kept' | 'left'
  connection: Connection
  database: Database
}

/**
 * Milliseconds of processor time and of elapsed time per confirmation in each round, and total bytes of write-ahead
 * log.
 */
export interface ConfirmCost {
  cpu: number[]
  wall: number[]
  wal: number
}

/** The triggers that maintain the daily sums, with their tables. */
const sumTriggers = sql<{
  name: string
  of: string
}>`select tgname as name, tgrelid::regclass::text as of from pg_trigger
  where tgname like '%\\_sum\\_%' or tgname like '%\\_sum' order by 1`
const confirmsARound = 10
/** Rounds until the database has cached its query plans, and the server has compiled its code. */
const warmUp = 3

/**
 * The cost of a confirmation over HTTP with and without the daily sums. The two companies take turns, a round of
 * confirmations each, so that other load of the machine affects both. The triggers are not switched between rounds, as
 * that would discard cached query plans. Measures the processor time of the server and of its database sessions, as
 * Linux reports it.
 */
export async function confirmCosts(sides: readonly Side[], rounds: number): Promise<Record<Side['name'], ConfirmCost>> {
  const left = sides.find(({ name }) => name === 'left')
  for (const { name, of } of left ? (await sumTriggers.execute(left.database.db)).rows : [])
    await sql.raw(`alter table ${of} disable trigger ${name}`).execute(left?.database.db as Database['db'])
  const tries = []
  for (const side of sides) tries.push({ side, ...(await startSide(side)) })
  const found: Record<Side['name'], ConfirmCost> = {
    kept: { cpu: [], wall: [], wal: 0 },
    left: { cpu: [], wall: [], wal: 0 },
  }
  try {
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const { side, makeOrders, confirm, processes } of round % 2 ? tries : tries.toReversed()) {
        const orders = await makeOrders()
        const [before, log, began] = [await processorTimes(processes, side), await walBytes(side), performance.now()]
        for (const id of orders) await confirm(id)
        const [wall, after] = [performance.now() - began, await processorTimes(processes, side)]
        if (round < warmUp) continue
        found[side.name].wall.push(wall / confirmsARound)
        found[side.name].wal += (await walBytes(side)) - log
        let cpu = 0
        for (const [pid, time] of after) cpu += time - (before.get(pid) ?? 0)
        found[side.name].cpu.push(cpu / 1e6 / confirmsARound)
      }
    }
  } finally {
    for (const { stop } of tries) await stop()
  }
  return found
}

async function startSide({ connection, database }: Side) {
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  const app = await startApp({ DATABASE_URL: urlOf(connection) })
  const client = clientOf(`http://127.0.0.1:${app.port}`, userId, `__Host-sid=${token}`)
  const place = await addPlace(client)
  const account = await addAccount(client)
  const lines: (readonly [string, number])[] = []
  for (let number = 0; number < 3; number += 1)
    lines.push([(await addProduct(client, place, { quantity: 1_000_000 })).id, 2])
  return {
    stop: () => app.stop(),
    processes: app.pid,
    async makeOrders() {
      const ids: string[] = []
      for (let number = 0; number < confirmsARound; number += 1)
        ids.push((await addOrder(client, account.id, lines)).id)
      return ids
    },
    confirm: (id: string) => client.do(salesApi.confirm, { params: { id }, body: {} }),
  }
}

/** Nanoseconds of processor time of the server and of its database sessions, by process. */
async function processorTimes(app: number, { database }: Side): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
  return new Map(
    [app, ...rows.map(({ pid }) => pid)].map((pid) => [
      pid,
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]),
    ]),
  )
}

async function walBytes({ database }: Side): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`.execute(database.db)
  return Number(rows[0]?.bytes ?? 0)
}
