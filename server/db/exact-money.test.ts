import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exactNumber, formatAmount, maxAmount } from '#shared/money.ts'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, productBody } from '#test/builders.ts'
import { confirmed } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Money is an integer of minor units. Beyond Number.MAX_SAFE_INTEGER it must be an error or text, never a rounded
 * figure.
 */

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

/** Waits until a session of this database waits for a lock. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database.db)
      return rows.length
    })
    .toBeGreaterThan(0)

const past = 2n ** 53n
const largest = past - 1n
const read = async (value: string) =>
  (await sql<{ money: unknown }>`select ${sql.raw(value)} as money`.execute(server.database.db)).rows[0]?.money

test('bigint values read from the database are exact or refused: as a column, in JSON and as a sum', async () => {
  expect(await read(`${largest}::bigint`)).toBe(Number(largest))
  await expect(read(`${past}::bigint`)).rejects.toThrow('past what a number holds')
  await expect(read(`(-${past})::bigint`)).rejects.toThrow('past what a number holds')

  expect(await read(`json_build_object('total', ${largest}::bigint)`)).toEqual({ total: Number(largest) })
  for (const build of ['json_build_object', 'jsonb_build_object']) {
    await expect(read(`${build}('total', ${past}::bigint)`)).rejects.toThrow('past what a number holds')
    await expect(read(`${build}('lines', json_build_array(${past + 1n}::bigint))`)).rejects.toThrow('a number holds')
  }
  // Long digit sequences that are not integers are accepted: a barcode is text, a ratio has a fraction.
  expect(await read(`json_build_object('sscc', '123456789012345678', 'share', 0.1234567890123456)`)).toEqual({
    sscc: '123456789012345678',
    share: 0.1234567890123456,
  })

  // A sum of bigint is numeric, which is read as text.
  const sum = `(select sum(amount) from (values (${largest}::bigint), (${largest}::bigint), (1)) as v(amount))`
  expect(await read(sum)).toBe(String(largest * 2n + 1n))
  expect(await read(`${sum}::text`)).toBe(String(largest * 2n + 1n))
  await expect(read(`${sum}::bigint`)).rejects.toThrow('past what a number holds')
  await expect(read(`${sum}::int`)).rejects.toMatchObject({ code: '22003' })
})

test('exactNumber and formatAmount refuse amounts that a number can’t represent exactly', () => {
  expect(exactNumber(largest)).toBe(Number(largest))
  expect(() => exactNumber(past)).toThrow('past what a number holds')
  expect(() => exactNumber(-past)).toThrow('past what a number holds')
  expect(formatAmount(past)).toBe('90071992547409.92')
  expect(() => formatAmount(Number(past))).toThrow('no exact amount')
  expect(() => formatAmount(Number(largest) + Number(maxAmount))).toThrow('no exact amount')
})

test('[IVC-03] 10,000 invoices of the largest amount have an exact sum', async () => {
  const { id } = await addAccount(admin)
  const [count, amount] = [10_000n, maxAmount - 1n]
  await sql`insert into invoices (id, number, account_id, reference, cycle, issued_date, due_date, total, created_at, updated_at)
    select gen_random_uuid(), 'BIG-' || n, ${id}, 'Old ' || n, 0, company_today() - 60, company_today() - 30, ${String(amount)}::bigint, moment(), moment()
    from generate_series(1, ${Number(count)}) n`.execute(server.database.db)
  const due = formatAmount(count * amount)
  expect(count * amount).toBeGreaterThan(past)
  expect(await admin.do(balancesApi.getBalance, { params: { id } })).toMatchObject({ due, owed: due })
  const { data } = await admin.do(invoicingApi.sumAges, { query: { account: id } })
  expect(data.map((age) => age.due)).toContain(due)
  const { from, until } = { from: '2000-01-01', until: '2099-12-31' }
  const statement = await admin.do(balancesApi.getStatement, { params: { id }, query: { from, until } })
  expect(statement.closing).toBe(due)
})

test('[RAW-01] a production run whose materials cost more than the largest amount is refused', async () => {
  const place = await addPlace(admin)
  const works = await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })
  const material = { name: 'Gold', materialType: 'Metal', location: works.id, cost: '9999999999', quantity: 1000 }
  const { id: rawMaterialId } = await admin.do(rawMaterialsApi.createRawMaterial, { body: material })
  const { id } = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId, quantity: 1 }] })
  const make = (quantity: number) =>
    admin.call(productionApi.produce, { params: { id }, body: { locationId: works.id, quantity } })
  expect((await make(1000)).body).toMatchObject({ code: 'LIMIT_REACHED' })
  expect((await make(1)).status).toBe(201)
})

test('no SQL casts money to a floating-point type, except the statistics of the forecast', async () => {
  const money = String.raw`(total|amount|paid|due|price|cost|value|credit|tax|net|gross|fees)\)*::(float8|float|real|double)`
  const found = execFileSync('git', ['grep', '-lE', money, '--', 'server/**/*.ts', ':!*.test.ts'], { encoding: 'utf8' })
  expect(found.trim().split('\n')).toEqual(['server/reports/forecast/forecasts.ts'])
})

test('[INV-05] refuses stock or a cost whose stock value would be too large to be exact (409)', async () => {
  const place = await addPlace(admin)
  const pieces = 1_000_000_000
  const words = /^The stock of .+ would be worth too much to be valued exactly: 1000000000 pieces at /
  const dear = await addProduct(admin, place, { cost: '9999999999' })
  const add = (id: string, quantity: number) =>
    admin.call(inventoryApi.addStock, { params: { id }, body: { quantity, reason: 'return' } })
  const added = await add(dear.id, pieces)
  expect([added.status, added.body.code, added.body.error]).toEqual([
    409,
    'LIMIT_REACHED',
    expect.stringMatching(words),
  ])
  // The largest quantity at a cost of 9,999,999,999 whose value is exact.
  expect((await add(dear.id, 9_007)).status).toBe(200)
  expect((await add(dear.id, 1_000)).status).toBe(409)

  const cheap = await addProduct(admin, place, { cost: '6', quantity: pieces })
  const change = await admin.call(
    inventoryApi.updateProduct,
    { params: { id: cheap.id }, body: productBody(place, { name: cheap.name, quantity: pieces, cost: '9999999999' }) },
    { version: cheap.version },
  )
  expect([change.status, change.body.error]).toEqual([409, expect.stringMatching(words)])
  const created = await admin.call(inventoryApi.createProduct, {
    body: productBody(place, { quantity: pieces, cost: '9999999999' }),
  })
  expect([created.status, created.body.code]).toEqual([409, 'LIMIT_REACHED'])
  const days = { start: '2026-01-01', end: new Date().toISOString().slice(0, 10) }
  expect((await admin.call(inventoryReportsApi.stock, { query: days })).status).toBe(200)
  const query = { from: days.end, until: days.end }
  expect((await admin.call(journalApi.listJournal, { query })).status).toBe(200)
})

test('[INV-05] race: concurrent increases of cost and stock can’t exceed the stock value limit together', async () => {
  const place = await addPlace(admin)
  const { db } = server.database
  const account = await addAccount(admin)
  const packed = async () => {
    const product = await addProduct(admin, place, { price: '1', cost: '6', quantity: 1_000_000_000 })
    const order = await confirmed(admin, account.id, [[product.id, 1_000_000_000]])
    await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
    const cancel = () =>
      admin.call(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Changed their mind' } })
    return { product: await admin.do(inventoryApi.getProduct, { params: { id: product.id } }), cancel }
  }
  const { product, cancel } = await packed()
  const [answer] = await db.transaction().execute(async (tx) => {
    await sql`update items set cost = 99999999990000 where id = ${product.id}`.execute(tx)
    const unpacked = cancel()
    await someoneWaits()
    return [unpacked]
  })
  expect((await answer).body.code).toBe('LIMIT_REACHED')

  for (let round = 0; round < 5; round += 1) {
    const pair = await packed()
    const { id, name, version } = pair.product
    const both = await Promise.all([
      pair.cancel(),
      admin.call(
        inventoryApi.updateProduct,
        { params: { id }, body: productBody(place, { name, price: '1', cost: '9999999999' }) },
        { version },
      ),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('[INV-05, INV-06] an edit of quantity and cost locks the balance before the totals, like every stock movement', async () => {
  const place = await addPlace(admin)
  const { db } = server.database
  const product = await addProduct(admin, place, { cost: '6', quantity: 5 })
  const { warehouse } = place
  const material = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Counted film', materialType: 'Film', location: warehouse.id, cost: '6', quantity: 5 },
  })
  const changed = { cost: '7', quantity: 6, quantityBefore: 5 }
  const { name, version } = product
  const forms = {
    [product.id]: () =>
      admin.call(
        inventoryApi.updateProduct,
        { params: { id: product.id }, body: productBody(place, { name, ...changed }) },
        { version },
      ),
    [material.id]: () =>
      admin.call(
        rawMaterialsApi.updateRawMaterial,
        {
          params: { id: material.id },
          body: { name: material.name, materialType: 'Film', location: warehouse.id, ...changed },
        },
        { version: material.version },
      ),
  }
  for (const [id, save] of Object.entries(forms)) {
    const [saved] = await db.transaction().execute(async (tx) => {
      await sql`select 1 from stock_balance where item_id = ${id} for update`.execute(tx)
      const saving = save()
      await someoneWaits()
      await sql`select 1 from item_stock where item_id = ${id} for update nowait`.execute(tx)
      return [saving]
    })
    expect((await saved).status).toBe(200)
  }
})
