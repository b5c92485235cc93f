import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkFile, csvOf, delivery, importFile, settled } from '#test/delivery-history.ts'
import { type ImportCalls, importsApi, isImportRunning } from '#shared/imports/api.ts'
import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import { rawMaterialImportsApi } from '#shared/imports/raw-material-imports-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { pathOf } from '#test/client.ts'
import { runJobsOf } from '#test/run-jobs.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ max: 10 })
  admin = await server.as('admin')
})

async function untilBlocked(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Locks of this file's own database only: other test files wait for locks, too.
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database.db)
    if (rows.length > 0) return
    await wait(5)
  }
}

const tables = ['accounts', 'suppliers', 'locations', 'items'] as const
const byReference = tables.map((table) => [table, 'which an earlier import has matched'] as const)
const byName = tables.map((table) => [table, 'which has the name only'] as const)

test.each([...byReference, ...byName])(
  '[IMP-02] race: one of %s %s, deleted during the import, gets no documents',
  async (table, how) => {
    const { db } = server.database
    const tag = `${table} ${how === byName[0]?.[1] ? 'by name' : 'by reference'}`
    const names = {
      projectCode: tag,
      vendor: `Vendor ${tag}`,
      manufacturingSite: `Plant ${tag}`,
      itemDescription: `Tablets ${tag}`,
    }
    // The later line creates another product with the same supplier and plant, unless it is the product that is
    // deleted.
    const other = table === 'items' ? names : { ...names, itemDescription: `Syrup ${tag}` }
    expect(await importFile(admin, csvOf([delivery(names)]))).toMatchObject({ state: 'done', added: { orders: 1 } })
    const column = { accounts: 'Kenya · ', suppliers: 'Vendor ', locations: 'Plant ', items: '' }[table]
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where name like ${`${column}%${table === 'items' ? 'Tablets ' : ''}${tag}%`}`.execute(db)
    const id = rows[0]?.id ?? ''
    expect(rows).toHaveLength(1)
    if (tag.endsWith('name')) await sql`update ${sql.table(table)} set external_ref = null where id = ${id}`.execute(db)
    const checked = await checkFile(admin, csvOf([delivery(other)]))
    let running: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`update ${sql.table(table)} set deleted_at = moment() where id = ${id}`.execute(tx)
      await admin.do(importsApi.runImport, { params: { id: checked.id } })
      running = settled(admin, checked.id)
      const waiting = new AbortController()
      await Promise.race([running, untilBlocked(waiting.signal)])
      waiting.abort()
    })
    expect(await running).toMatchObject({ state: 'done', failure: null, added: { orders: 1 } })
    const { rows: uses } = await sql<{ n: number }>`select count(*)::int as n from ${
      {
        accounts: sql`sales_orders where account_id = ${id}`,
        suppliers: sql`items where supplier_id = ${id}`,
        locations: sql`items where location_id = ${id}`,
        items: sql`sales_order_lines where item_id = ${id}`,
      }[table]
    }`.execute(db)
    expect([tag, uses[0]?.n]).toEqual([tag, 1])
  },
)

test('[IMP-02] race: a supplier renamed to a name in the import after its suppliers were locked is not matched', async () => {
  const { db } = server.database
  await importFile(admin, csvOf([delivery({ vendor: 'Vendor of an hour' })]))
  await importFile(admin, csvOf([delivery({ vendor: 'Vendor to wait for' })]))
  // As if both had been added by hand.
  await sql`update suppliers set external_ref = null where name like 'Vendor %'`.execute(db)
  const checked = await checkFile(
    admin,
    csvOf([delivery({ vendor: 'Vendor to wait for' }), delivery({ vendor: 'Vendor with a new name' })]),
  )
  let running: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from suppliers where name = 'Vendor to wait for' for update`.execute(tx)
    await admin.do(importsApi.runImport, { params: { id: checked.id } })
    running = settled(admin, checked.id)
    const waiting = new AbortController()
    await Promise.race([running, untilBlocked(waiting.signal)])
    waiting.abort()
    await sql`update suppliers set name = 'Vendor with a new name' where name = 'Vendor of an hour'`.execute(db)
  })
  expect(await running).toMatchObject({ state: 'done', failure: null })
  const { rows } = await sql<{
    name: string
    taken: boolean
  }>`select name, external_ref is not null as taken from suppliers
    where name in ('Vendor to wait for', 'Vendor with a new name') order by name`.execute(db)
  expect(rows).toEqual([
    { name: 'Vendor to wait for', taken: true },
    { name: 'Vendor with a new name', taken: false },
  ])
})

async function twoProducts() {
  const place = await addPlace(admin)
  return [await addProduct(admin, place, { cost: '1' }), await addProduct(admin, place, { cost: '1' })]
}

async function twoRawMaterials() {
  const { warehouse } = await addPlace(admin)
  const add = (name: string) =>
    admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name, materialType: 'Film', location: warehouse.id, cost: '1' },
    })
  return [await add('First film'), await add('Second film')]
}

test.each<[string, ImportCalls, () => Promise<{ id: string; sku: string; name: string }[]>]>([
  ['products', productImportsApi, twoProducts],
  ['raw materials', rawMaterialImportsApi, twoRawMaterials],
])(
  '[IMP-01, INV-05] an import of %s locks items in the order of their ids, whatever the order of its rows',
  async (_of, calls, add) => {
    const { db } = server.database
    const [first, last] = (await add()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (!first || !last) throw new Error('Two were to be added')
    const rows = [last, first].map(({ sku, name }) => `${sku},${name},2`)
    const path = pathOf(calls.uploadImport, { query: { fileName: 'costs.csv' } })
    const file = ['SKU,Name,Cost', ...rows].join('\n')
    const { body } = await admin.send('POST', path, file, { 'content-type': 'text/csv' })
    const params = { id: String((body as { id?: string }).id) }
    const atEnd = async () => {
      for (;;) {
        const found = await admin.do(calls.getImport, { params })
        if (!isImportRunning(found)) return found
        await runJobsOf(admin)
      }
    }
    await admin.do(calls.checkImport, { params, body: {} })
    expect(await atEnd()).toMatchObject({ problems: [], toAdd: { updated: 2 } })
    const running = await db.transaction().execute(async (tx) => {
      // Locks by id, like commands that move stock of both.
      await sql`select 1 from item_stock where item_id = ${first.id} for update`.execute(tx)
      await admin.do(calls.runImport, { params })
      const done = atEnd()
      const waiting = new AbortController()
      await Promise.race([done, untilBlocked(waiting.signal)])
      waiting.abort()
      await sql`select 1 from item_stock where item_id = ${last.id} for update nowait`.execute(tx)
      return [done]
    })
    expect(await running[0]).toMatchObject({ state: 'done', failure: null })
  },
)
