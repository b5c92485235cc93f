import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { ordersReport } from '#shared/reports/reports.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReplica } from '#server/db/replica.ts'
import type { EmbeddedPostgres } from '#server/postgres/embedded.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { embeddedWorld } from '#test/server/embedded-world.ts'
import { startReplica } from '#test/server/streaming-replica.ts'

/* Reports over a real standby server that lags, stops and restarts. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const world = embeddedWorld()
let primary: EmbeddedPostgres
let replica: EmbeddedPostgres
let atReplica: pg.Client
let patient: TestServer
let strict: TestServer
let admin: Client
let other: Client
let accountId: string
let productId: string

/** Runs a statement on the standby server as its superuser. */
const executeAtReplica = (statement: string) => atReplica.query(statement)
const pause = () => executeAtReplica('select pg_wal_replay_pause()')
const resume = () => executeAtReplica('select pg_wal_replay_resume()')

async function connectToReplica() {
  atReplica = new pg.Client(replica.connection)
  atReplica.on('error', () => {})
  await atReplica.connect()
}

beforeAll(async () => {
  primary = await world.start(world.folder())
  await migrate(primary.connection)
  replica = await startReplica(world, primary)
  await connectToReplica()
  const { connection } = replica
  patient = await startServer({ over: primary.connection, replica: { connection, waitMs: 100, pauseMs: 200 } })
  // For this server, the replica may not lag at all.
  strict = await startServer({ over: primary.connection, replica: { connection, waitMs: 100, maxLagMs: 0 } })
  admin = await patient.as('admin')
  other = await patient.as('admin')
  accountId = (await addAccount(admin)).id
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 1000 })).id
})
afterAll(async () => {
  await atReplica?.end().catch(() => {})
  await patient?.served.close()
  await world.end()
})

const order = (client: Client) => addOrder(client, accountId, [[productId, 1]])
const read = (client: Client) => client.do(ordersReport.read, { query: { range: '30' } })
const ordersOf = async (client: Client) => {
  const { totals, asOf } = await read(client)
  return { orders: Number(totals.current['orders']), asOf }
}
const statementsAtReplica = async () => {
  const { rows } = await executeAtReplica(`select count(*)::int as n from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend' and query like '%sales_days%'`)
  return Number(rows[0].n)
}
const ready = async (server: TestServer) => (await server.nobody.send('GET', '/health/ready')).body as object

describe('reports with DATABASE_REPLICA_URL', () => {
  test('are read from the standby server, including the latest commits', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await order(admin)
      expect(await ordersOf(admin)).toEqual({ orders: number, asOf: null })
    }
    expect(await statementsAtReplica()).toBeGreaterThan(0)
    expect(await ready(patient)).toEqual({ status: 'ready', replica: 'fresh' })
  })

  test('show the time of the data if the standby lags; a user who wrote something sees it at once', async () => {
    const before = await ordersOf(other)
    // Audit log entries get their IDs before they are visible, so the last hundred are not used to find out who wrote.
    for (let number = 0; number < 100; number += 1)
      await sql`insert into audit_log (act, entity) values ('test.noted', 'test')`.execute(patient.database.db)
    await ordersOf(other)
    await pause()
    try {
      await order(admin)
      const late = await ordersOf(other)
      expect(late.orders).toBe(before.orders)
      expect(Math.abs(Date.parse(late.asOf ?? '') - Date.now())).toBeLessThan(60_000)
      expect(await ordersOf(admin)).toEqual({ orders: before.orders + 1, asOf: null })
      // A file must be complete, so it is read from the primary.
      const file = await other.send('GET', '/api/reports/orders/file?range=30&by=status')
      expect(String(file.body)).toContain(String(before.orders + 1))
    } finally {
      await resume()
    }
  })

  test('are read from the primary if the standby lags too far; readiness and metrics show that', async () => {
    const strictAdmin = await strict.as('admin')
    await pause()
    try {
      await order(admin)
      const { orders } = await ordersOf(admin)
      expect(await ordersOf(strictAdmin)).toEqual({ orders, asOf: null })
      await vi.waitFor(async () => expect(await ready(strict)).toEqual({ status: 'ready', replica: 'behind' }), 5_000)
      const metrics = await strict.nobody.send('GET', '/metrics')
      expect(String(metrics.body)).toMatch(/wardstock_replica_up 0\n/)
      expect(String(metrics.body)).toMatch(/wardstock_replica_lag_seconds \d/)
      expect(strict.logs.join('')).toContain('It is too far behind')
    } finally {
      await resume()
    }
  })

  test('integrity checks run there, too, as they change nothing', async () => {
    await admin.do(integrityApi.startProof, {})
    await patient.app.runJobs()
    const { data } = await admin.do(integrityApi.listProofs, { query: {} })
    expect(data[0]?.state).toBe('green')
  })

  test('are read from the primary while the standby is stopped; readiness shows that', async () => {
    const { orders } = await ordersOf(admin)
    await replica.stop()
    expect(await ordersOf(admin)).toEqual({ orders, asOf: null })
    await order(admin)
    expect(await ordersOf(admin)).toEqual({ orders: orders + 1, asOf: null })
    await vi.waitFor(async () => expect(await ready(patient)).toEqual({ status: 'ready', replica: 'down' }), 5_000)
    expect(patient.logs.join('')).toContain('"status":"down"')
  })
})

test('refuses a server that is not a standby as replica, and reads nothing from it', async () => {
  const database: Database = openDatabase(primary.connection, { max: 2 })
  const problems: string[] = []
  const copy = openReplica(database, { connection: primary.connection }, (state) => problems.push(state.problem ?? ''))
  try {
    const from = await copy.read(async (db) => db === database.db)
    expect(from).toBe(true)
    expect(problems).toEqual([expect.stringContaining('no standby server')])
  } finally {
    await copy.close()
    await database.close()
  }
})
