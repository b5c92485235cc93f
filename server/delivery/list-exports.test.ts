import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { exportedLists } from '#server/exported-lists.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { deliveredOrder, addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

async function fileOf(address: string, client = admin) {
  const answer = await fetch(`${server.url}/api/exports/${address}`, { headers: { cookie: client.cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}
const rowsOf = (bytes: Buffer) => parse(bytes, { bom: true })

describe('every list as an export (L16)', () => {
  test.each(exportedLists.map((list) => [list.name, list] as const))(
    '[UI-02] %s has all of its columns as CSV and XLSX, and refuses unknown columns and parameters',
    async (name, list) => {
      const csv = await fileOf(name)
      expect([csv.status, csv.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}.csv"`])
      expect(rowsOf(csv.bytes)[0]).toEqual(Object.values(list.columns).map(([title]) => title))
      const xlsx = await fileOf(`${name}?format=xlsx`)
      expect([xlsx.status, xlsx.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
      expect((await fileOf(`${name}?columns=password_hash`)).status).toBe(422)
      expect((await fileOf(`${name}?colour=red`)).status).toBe(422)
      // Paging parameters don't apply to files.
      expect((await fileOf(`${name}?limit=1`)).status).toBe(422)
    },
  )

  test('contains all filtered rows in list order and escapes formulas', async () => {
    const names = ['=1+1 Gloves of a file', '+2 Gloves of a file', 'Gloves of a file']
    for (const name of names) await admin.do(inventoryApi.createCategory, { body: { name } })
    const shown = await admin.do(inventoryApi.listCategories, { query: { q: 'of a file', sort: '-name' } })
    const { bytes } = await fileOf('categories?q=of%20a%20file&sort=-name&columns=name')
    const written = rowsOf(bytes).map(([name]) => name)
    expect(written).toEqual(['Name', ...shown.data.map(({ name }) => name.replace(/^[=+]/, "'$&"))])
    expect(written).toContain("'=1+1 Gloves of a file")
  })

  test('[UI-02] contains only the selected rows, in list order, as download and as background export', async () => {
    const made = await Promise.all(
      ['Selected A', 'Selected B', 'Selected C'].map((name) =>
        admin.do(inventoryApi.createCategory, { body: { name } }),
      ),
    )
    const ids = [made[2]?.id, made[0]?.id].join(',')
    const { bytes } = await fileOf(`categories?sort=name&columns=name&ids=${ids}`)
    expect(rowsOf(bytes)).toEqual([['Name'], ['Selected A'], ['Selected C']])
    // An active filter still applies to the selected rows.
    expect(rowsOf((await fileOf(`categories?q=Selected%20A&columns=name&ids=${ids}`)).bytes)).toEqual([
      ['Name'],
      ['Selected A'],
    ])
    expect((await fileOf('categories?ids=x')).status).toBe(422)
    const body = { list: 'categories', query: { ids } }
    expect(await admin.do(exportJobsApi.startExport, { body })).toMatchObject({ rows: 2 })
  })

  test('leaves out columns and refuses lists that the user may not view', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 5 })
    const { id } = await addAccount(admin)
    await deliveredOrder(admin, id, [[product.id, 1]])
    const payment = 'orders?columns=payment'
    const seller = await server.as('sales_rep', { salesOrders: { view: true } })
    expect(
      new Set(
        rowsOf((await fileOf(payment, seller)).bytes)
          .slice(1)
          .flat(),
      ),
    ).toEqual(new Set(['']))
    expect((await fileOf('purchase-orders', seller)).status).toBe(403)
    const job = { body: { list: 'purchase-orders', query: {} } }
    expect((await seller.call(exportJobsApi.startExport, job)).status).toBe(403)
  })
})

describe('background exports of lists', () => {
  const ended = async (id: string, client = admin) => {
    for (;;) {
      const job = await client.do(exportJobsApi.getExportJob, { params: { id } })
      if (job.state !== 'waiting' && job.state !== 'running') return job
      await server.app.runJobs()
      await new Promise((done) => setTimeout(done, 20))
    }
  }

  test('[UI-02] any list can be exported, with a row count beyond the limit of the list’s own count (L16)', async () => {
    const many = 10_020
    await sql`insert into categories (id, name) select gen_random_uuid(), 'Counted far ' || n
      from generate_series(1, ${many}::int) n`.execute(server.database.db)
    const body = { list: 'categories', query: { q: 'Counted far', columns: 'name', sort: 'name' } }
    const begun = await admin.do(exportJobsApi.startExport, { body })
    expect(begun).toMatchObject({ fileName: 'categories.csv', rows: many, state: 'waiting' })
    expect(await ended(begun.id)).toMatchObject({ state: 'done', rows: many, progress: many })
    const answer = await fetch(`${server.url}/api/export-jobs/${begun.id}/file`, { headers: { cookie: admin.cookie } })
    const rows = rowsOf(Buffer.from(await answer.arrayBuffer()))
    expect([rows.length, new Set(rows.map(([name]) => name)).size]).toEqual([many + 1, many + 1])
  }, 60_000)

  test('fails with a reason if the user loses the permission while it waits', async () => {
    const staff = await server.as('staff')
    const { id } = await staff.do(exportJobsApi.startExport, { body: { list: 'lots', query: {} } })
    await sql`update users set permissions = '{}' where id = (select owner_id from exports where id = ${id})`.execute(
      server.database.db,
    )
    expect(await ended(id, staff)).toMatchObject({
      state: 'failed',
      failure: 'You no longer have access to this list.',
      bytes: 0,
    })
  })

  test('download is refused (403) while the user lacks permission for the list', async () => {
    const staff = await server.as('staff')
    const { id } = await staff.do(exportJobsApi.startExport, { body: { list: 'lots', query: {} } })
    expect((await ended(id, staff)).state).toBe('done')
    const fetched = () => staff.send('GET', `/api/export-jobs/${id}/file`)
    await sql`update users set permissions = '{}' where id = ${staff.userId}`.execute(server.database.db)
    expect([(await fetched()).status, (await fetched()).body.error]).toEqual([
      403,
      'You no longer have access to this list.',
    ])
    await sql`update users set permissions = '{"inventory": {"view": true}}' where id = ${staff.userId}`.execute(
      server.database.db,
    )
    expect((await fetched()).status).toBe(200)
  })
})
