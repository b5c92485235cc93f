import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/http/route.ts'
import { type ExportJob, exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { productExport } from '#server/inventory/exports.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { exportedProducts } from '#server/inventory/products/product-export.ts'
import { type JobWorkers, jobWorkers } from '#server/jobs/job-workers.ts'
import { primaryOnly } from '#server/db/replica.ts'
import { exportJob } from './export-job.ts'
import { sourceOf } from './list-rows.ts'

let server: TestServer
let admin: Client
let place: TestPlace
const many = 6200
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  const model = await addProduct(admin, place, { name: 'Model of many' })
  // Copies of a product created through the API: enough rows for a background export.
  await sql`with made as (
      insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, pcs_per_case)
      select gen_random_uuid(), 'product', 'JOB-' || n, 'Of the background ' || n, '=1+' || n, category_id, supplier_id, location_id,
        price, cost, pcs_per_case
      from items, generate_series(1, ${many}::int) n where id = ${model.id} returning id),
    lot as (insert into lots (id, item_id, lot_number) select id, id, 'none' from made)
    insert into item_stock (item_id) select id from made`.execute(server.database.db)
})

const get = (id: string, client = admin) => client.do(exportJobsApi.getExportJob, { params: { id } })

/** Runs the jobs until the export has ended. */
async function made(id: string): Promise<ExportJob> {
  for (;;) {
    const job = await get(id)
    if (job.state !== 'waiting' && job.state !== 'running') return job
    await server.app.runJobs()
    await new Promise((done) => setTimeout(done, 20))
  }
}

async function fileOf(id: string, client = admin) {
  const answer = await fetch(`${server.url}/api/export-jobs/${id}/file`, { headers: { cookie: client.cookie } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

type Query = NonNullable<Call<(typeof exportJobsApi.startExport)['spec']>['body']>['query']
const wish = (query: Query, list = 'products') => ({ body: { list, query } })
const start = (query: Query, client = admin) => client.do(exportJobsApi.startExport, wish(query))

/** Job workers that export products like the server and call `act` after reading each batch of rows. */
function workersThat(act: () => unknown): JobWorkers {
  const products = sourceOf({ answerOf: () => Promise.reject }, productExport, exportedProducts)
  const rows: typeof products.rows = async function* (...args) {
    for await (const batch of products.rows(...args)) {
      await act()
      yield batch
    }
  }
  const fail = (error: unknown) => expect.unreachable(String(error))
  return jobWorkers({
    database: server.database,
    handlers: {
      'export-list': exportJob(
        server.database.db,
        primaryOnly(server.database),
        new Map([['products', { ...products, rows }]]),
      ),
    },
    onFailure: fail,
    onError: fail,
  })
}

describe('background exports (L16)', () => {
  test('[INV-01] exports every row in list order, reports progress and serves the file for download', async () => {
    const begun = await start({ q: 'Of the background', format: 'csv', columns: 'name,sku,description', sort: '-sku' })
    expect(begun).toMatchObject({ state: 'waiting', progress: 0, rows: many, bytes: 0, fileName: 'products.csv' })
    expect((await fileOf(begun.id)).status).toBe(409)
    const steps: [string, number][] = []
    const workers = workersThat(async () => {
      const { state, progress } = await get(begun.id)
      steps.push([state, progress])
    })
    await workers.runJobs()
    const done = await get(begun.id)
    expect(done).toMatchObject({ state: 'done', progress: many, rows: many, failure: null })
    // While the batches are read, the progress rises in steps of at least 2,000 rows.
    const progress = steps.map(([, rows]) => rows)
    expect(new Set(steps.map(([state]) => state))).toEqual(new Set(['running']))
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect([...new Set(progress)].map((rows) => Math.floor(rows / 2000))).toEqual([0, 1, 2, 3])
    const { status, headers, bytes } = await fileOf(begun.id)
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="products.csv"'])
    expect(bytes.length).toBe(done.bytes)
    const rows = parse(bytes, { bom: true })
    expect(rows[0]).toEqual(['Name', 'SKU', 'Description'])
    expect(rows.slice(1).map((row) => row[1])).toEqual(
      Array.from({ length: many }, (_, at) => `JOB-${at + 1}`)
        .toSorted()
        .toReversed(),
    )
    // Formulas are escaped in background exports, too.
    expect(rows.slice(1).every((row) => row[2]?.startsWith("'=1+"))).toBe(true)
    expect((await admin.do(exportJobsApi.listExportJobs, {})).data[0]).toEqual(done)
  }, 60_000)

  test('creates an XLSX workbook if requested', async () => {
    const { id } = await start({ q: 'JOB-61', format: 'xlsx', columns: 'sku,onHand' })
    const { rows: count } = await made(id)
    const sheets = (await readXlsxFile((await fileOf(id)).bytes)) as unknown as { data: unknown[][] }[]
    expect(sheets[0]?.data).toHaveLength(count + 1)
    expect(sheets[0]?.data[0]).toEqual(['SKU', 'On hand'])
  }, 60_000)

  test('is visible only to the user who started it; others get 404', async () => {
    const staff = await server.as('staff')
    const { id } = await start({ q: 'JOB-1', format: 'csv' }, staff)
    const params = { id }
    expect((await admin.call(exportJobsApi.getExportJob, { params })).status).toBe(404)
    expect((await admin.call(exportJobsApi.cancelExport, { params })).status).toBe(404)
    expect((await fileOf(id)).status).toBe(404)
    expect((await admin.do(exportJobsApi.listExportJobs, {})).data.map((job) => job.id)).not.toContain(id)
    expect((await get(id, staff)).id).toBe(id)
    await staff.do(exportJobsApi.cancelExport, { params })
  })

  test('expires with its file after a day', async () => {
    const { id } = await start({ q: 'JOB-77', format: 'csv' })
    await made(id)
    expect((await fileOf(id)).status).toBe(200)
    await sql`update exports set expires_at = moment() - interval '1 second' where id = ${id}`.execute(
      server.database.db,
    )
    expect((await fileOf(id)).status).toBe(404)
    expect((await admin.call(exportJobsApi.getExportJob, { params: { id } })).status).toBe(404)
    const { sweepExports } = await import('./export-jobs.ts')
    await sweepExports(server.database.db)
    const { rows } = await sql`select 1 from export_parts where export_id = ${id}`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  test('can be cancelled while waiting or running; none of its parts remain stored', async () => {
    const waiting = await start({ format: 'csv' })
    const params = { id: waiting.id }
    expect((await admin.do(exportJobsApi.cancelExport, { params })).state).toBe('cancelled')
    expect((await admin.call(exportJobsApi.cancelExport, { params })).status).toBe(409)
    const running = await start({ format: 'csv' })
    await workersThat(() => admin.call(exportJobsApi.cancelExport, { params: { id: running.id } })).runJobs()
    expect((await made(running.id)).state).toBe('cancelled')
    const { rows } = await sql`select 1 from export_parts where export_id in (${waiting.id}, ${running.id})`.execute(
      server.database.db,
    )
    expect(rows).toEqual([])
  })

  test('restarts from the beginning after the server stopped or crashed during the export', async () => {
    const cut = await start({ q: 'Of the background', format: 'csv', columns: 'sku' })
    const workers: JobWorkers = workersThat(() => workers.interrupt())
    await workers.runJobs()
    expect((await get(cut.id)).state).toBe('waiting')
    expect(await made(cut.id)).toMatchObject({ state: 'done', rows: many })

    const dead = await start({ q: 'Of the background', format: 'csv', columns: 'sku' })
    await sql`update exports set state = 'running', run_id = id where id = ${dead.id}`.execute(server.database.db)
    await sql`insert into export_parts (export_id, place, content) values (${dead.id}, 0, 'rubbish')`.execute(
      server.database.db,
    )
    await made(dead.id)
    expect(parse((await fileOf(dead.id)).bytes, { bom: true })).toHaveLength(many + 1)
  }, 60_000)

  test('reports a failed export; the next export still succeeds', async () => {
    const { id } = await start({ q: 'JOB-1', format: 'csv' })
    await sql`update exports set wish = '{"list":"products","query":{"columns":"nothing"}}' where id = ${id}`.execute(
      server.database.db,
    )
    const failed = await made(id)
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining('The server failed') })
    const next = await start({ q: 'JOB-2', format: 'csv' })
    expect((await made(next.id)).state).toBe('done')
  })

  test('limits each user to three exports at a time, also under concurrency; one idempotency key starts only one', async () => {
    const staff = await server.as('staff')
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => staff.call(exportJobsApi.startExport, wish({ q: 'JOB-3', format: 'csv' }))),
    )
    expect(begun.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429, 429, 429])
    const other = await server.as('staff')
    const key = crypto.randomUUID()
    const twice = await Promise.all(
      [1, 2].map(() => other.call(exportJobsApi.startExport, wish({ format: 'csv' }), { key })),
    )
    expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1)
  })

  test('refuses unknown columns, filters and lists (422) and users without inventory permission (403)', async () => {
    const unknown = await admin.call(exportJobsApi.startExport, wish({ format: 'csv', columns: 'name,secret' }))
    expect(unknown).toMatchObject({
      status: 422,
      body: { fields: { 'query.columns.1': expect.stringContaining('must be one of') } },
    })
    const colour = await admin.call(exportJobsApi.startExport, wish({ colour: 'red' }))
    expect(colour).toMatchObject({ status: 422, body: { fields: { 'query.colour': 'is not known' } } })
    expect((await admin.call(exportJobsApi.startExport, wish({}, 'secrets'))).status).toBe(422)
    expect((await admin.send('POST', '/api/export-jobs', { colour: 'red' })).status).toBe(422)
    const half = await admin.send('POST', '/api/export-jobs', {
      list: 'customers',
      query: { q: 'half a character \ud800' },
    })
    expect([half.status, half.body.error]).toEqual([422, 'query.q: contains invalid characters'])
    const seller = await server.as('sales_rep')
    expect((await seller.call(exportJobsApi.startExport, wish({ format: 'csv' }))).status).toBe(403)
    expect((await server.nobody.call(exportJobsApi.listExportJobs, {})).status).toBe(401)
  })
})
