import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { importsApi } from '#shared/imports/api.ts'
import { importDeliveries } from './import-deliveries.ts'
import type { BatchSize } from './batches.ts'
import { deliveryKind, type ImportLines } from './delivery-kind.ts'
import { importJob } from './import-job.ts'
import { type JobWorkers, jobWorkers } from '#server/jobs/job-workers.ts'
import { checkFile, csvOf, delivery, settled } from '#test/delivery-history.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const crashes: unknown[] = []
/** A worker with one order per transaction, so that a test can stop it half way. */
const workerWith = (takeIn: ImportLines, size: BatchSize = { orders: 1, lines: 1 }) => {
  const deps = { database: server.database, clock: () => new Date(), timeZone: () => 'UTC', publish: () => {} }
  return jobWorkers({
    database: server.database,
    handlers: { 'run-import': importJob(deps, [deliveryKind(takeIn, size)]) },
    onFailure: (error) => crashes.push(error),
    onError: (error) => crashes.push(error),
  })
}

const ordersOf = async (vendor: string) => {
  const { rows } = await sql<{ n: number; lines: number }>`select count(distinct o.id) as n, count(l.id) as lines
    from sales_orders o join sales_order_lines l on l.order_id = o.id join items i on i.id = l.item_id
    join suppliers s on s.id = i.supplier_id where s.name = ${vendor}`.execute(server.database.db)
  return rows[0]
}

/** Four orders of a new vendor, checked. */
async function fourOrders(vendor: string) {
  const lines = Array.from({ length: 4 }, () => delivery({ vendor, itemDescription: `Product of ${vendor}` }))
  const { id } = await checkFile(admin, csvOf(lines))
  return { id, params: { id } }
}

/** Imports up to the `count`th batch, then calls `act` before that batch is committed. */
const untilBatch = (count: number, act: () => unknown): ImportLines => {
  let batches = 0
  return async (...batch) => {
    batches += 1
    const added = await importDeliveries(...batch)
    if (batches === count) await act()
    return added
  }
}

describe('interrupted imports', () => {
  test('a cancelled import stops after the batch and continues when run again', async () => {
    const { id, params } = await fourOrders('Cancel Ltd')
    const worker = workerWith(untilBatch(2, () => admin.do(importsApi.cancelImport, { params })))
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    const cancelled = await admin.do(importsApi.getImport, { params })
    expect(cancelled).toMatchObject({ state: 'cancelled', progress: 2, added: { orders: 2 } })
    expect(cancelled.finishedAt).not.toBeNull()
    expect((await admin.call(importsApi.cancelImport, { params })).status).toBe(409)

    await admin.do(importsApi.runImport, { params })
    expect(await settled(admin, id)).toMatchObject({
      state: 'done',
      progress: 4,
      good: 2,
      known: 2,
      added: { orders: 4 },
    })
    expect(await ordersOf('Cancel Ltd')).toEqual({ n: 4, lines: 4 })
  })

  test('an import ends after the batch in which its user loses the permission (Z9)', async () => {
    const other = await server.as('admin')
    const lines = Array.from({ length: 4 }, () => delivery({ vendor: 'Right Ltd', itemDescription: 'Right' }))
    const { id } = await checkFile(other, csvOf(lines))
    const demote = () => sql`update users set role = 'staff' where id = ${other.userId}`.execute(server.database.db)
    const worker = workerWith(untilBatch(2, demote))
    await other.do(importsApi.runImport, { params: { id } })
    await worker.runJobs()
    expect(await settled(admin, id)).toMatchObject({
      state: 'failed',
      failure: 'Who started this import no longer has the right to it.',
    })
    expect(await ordersOf('Right Ltd')).toMatchObject({ n: 2 })
  })

  test('an import continues on the next server when its own stops', async () => {
    const { id, params } = await fourOrders('Restart Ltd')
    const worker: JobWorkers = workerWith(untilBatch(3, () => worker.interrupt()))
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    expect(await admin.do(importsApi.getImport, { params })).toMatchObject({
      state: 'running',
      interrupted: false,
      progress: 3,
      added: { orders: 3 },
    })
    expect((await admin.call(importsApi.runImport, { params })).status).toBe(409)
    expect(await settled(admin, id)).toMatchObject({
      state: 'done',
      interrupted: false,
      good: 1,
      known: 3,
      added: { orders: 4 },
    })
    expect(await ordersOf('Restart Ltd')).toEqual({ n: 4, lines: 4 })
  })

  test('an import waiting for the next server can be cancelled', async () => {
    const { params } = await fourOrders('Ended Ltd')
    const worker: JobWorkers = workerWith(untilBatch(1, () => worker.interrupt()))
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    expect(await admin.do(importsApi.cancelImport, { params })).toMatchObject({
      state: 'cancelled',
      interrupted: false,
    })
  })

  test('a running import can’t be started or checked a second time (409)', async () => {
    const { id, params } = await fourOrders('Twice Ltd')
    const meanwhile: number[] = []
    const worker = workerWith(
      untilBatch(2, async () => {
        meanwhile.push((await admin.call(importsApi.runImport, { params })).status)
        meanwhile.push((await admin.call(importsApi.checkImport, { params, body: {} })).status)
        meanwhile.push((await admin.do(importsApi.getImport, { params })).interrupted ? 1 : 0)
      }),
    )
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    expect(meanwhile).toEqual([409, 409, 0])
    expect(await settled(admin, id)).toMatchObject({ state: 'done', added: { orders: 4 } })
  })

  test('a failing batch is rolled back, earlier batches are preserved, and the import reports the failure', async () => {
    const { id, params } = await fourOrders('Crash Ltd')
    const worker = workerWith(
      untilBatch(3, () => {
        throw new Error('the disk caught fire')
      }),
    )
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    const failed = await admin.do(importsApi.getImport, { params })
    expect(failed).toMatchObject({ state: 'failed', progress: 2, added: { orders: 2, lines: 2 } })
    expect(failed.failure).toMatch(/The server failed/)
    expect(String(crashes.at(-1))).toContain('the disk caught fire')
    expect(await ordersOf('Crash Ltd')).toEqual({ n: 2, lines: 2 })
    await admin.do(importsApi.runImport, { params })
    expect(await settled(admin, id)).toMatchObject({ state: 'done', failure: null, added: { orders: 4 } })
  })

  test('a batch that lost a deadlock is retried', async () => {
    const { params } = await fourOrders('Deadlock Ltd')
    let lost = 0
    const worker = workerWith(
      untilBatch(2, () => {
        lost += 1
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      }),
    )
    await admin.do(importsApi.runImport, { params })
    await worker.runJobs()
    expect(lost).toBe(1)
    expect(await admin.do(importsApi.getImport, { params })).toMatchObject({
      state: 'done',
      progress: 4,
      added: { orders: 4 },
    })
  })
})

test('three concurrent imports of the same file add everything once', async () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    delivery({ vendor: 'Race Ltd', itemDescription: `Race product ${at % 7}`, orderNumber: `RACE-${at % 12}` }),
  )
  const ids = await Promise.all(
    [lines, lines.toReversed(), lines].map(async (rows) => (await checkFile(admin, csvOf(rows))).id),
  )
  const workers = ids.map(() => workerWith(importDeliveries, { orders: 2, lines: 5 }))
  await Promise.all(ids.map((id) => admin.do(importsApi.runImport, { params: { id } })))
  await Promise.all(workers.map((worker) => worker.runJobs()))
  const done = await Promise.all(ids.map((id) => admin.do(importsApi.getImport, { params: { id } })))
  expect(done.map((one) => one.state)).toEqual(['done', 'done', 'done'])
  expect(done.reduce((sum, one) => sum + one.added.lines, 0)).toBe(30)
  expect(done.reduce((sum, one) => sum + one.added.orders, 0)).toBe(12)
  for (const one of done) expect(one.added.lines + one.known).toBe(30)
  expect(await ordersOf('Race Ltd')).toEqual({ n: 12, lines: 30 })
})
