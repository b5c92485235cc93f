import { sql } from 'kysely'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportsApi } from '#shared/reports/api.ts'
import { integrityApi, reportSums } from '#shared/reports/integrity-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import type { Figures, ReportReply } from '#shared/reports/report.ts'
import { itemsReport, ordersReport, purchasesReport, salesReport } from '#shared/reports/reports.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { companySeeds, everyRow, randomFrom } from '#test/companies/random-company.ts'
import { furthestText, pdfText } from '#test/pdf-text.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { changeSettings } from '#test/settings.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { mergeSums, readModels } from './read-models.ts'

const days = [
  '2025-05-20',
  '2025-06-10',
  '2026-04-30',
  '2026-05-16',
  '2026-05-17',
  '2026-06-01',
  '2026-06-14',
  '2026-06-15',
]
let now = new Date('2026-06-15T12:00:00Z')
let server: TestServer
let admin: Client

/**
 * Builds a company through the public API: orders of all kinds on many days, some cancelled, changed or deleted;
 * likewise purchases.
 */
async function build(seed: number) {
  const pick = randomFrom(seed)
  const place = await addPlace(admin)
  const other = await addPlace(admin)
  const products: string[] = []
  for (let number = 0; number < 9; number += 1) {
    const home = number % 3 === 0 ? other : place
    const product = await addProduct(admin, home, { price: `${number + 1}.3${pick(10)}`, quantity: 3000 })
    products.push(product.id)
  }
  const accounts = [await addAccount(admin), await addAccount(admin), await addAccount(admin)]
  for (const day of days) {
    now = new Date(`${day}T09:00:00Z`)
    for (let number = 0; number < 5; number += 1) {
      const account = accounts[pick(3)]
      const lines = new Map(Array.from({ length: 1 + pick(3) }, () => [products[pick(9)] ?? '', 1 + pick(20)] as const))
      const { id } = await addOrder(admin, account?.id ?? '', [...lines])
      const call = { params: { id }, body: {} }
      const act = pick(6)
      if (act > 0) await admin.do(salesApi.confirm, call)
      if (act === 1) await admin.do(salesApi.cancel, { ...call, body: { reason: 'Not wanted' } })
      if (act === 2) await admin.do(salesApi.deleteOrder, { params: { id } })
      if (act === 3) {
        const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
        await admin.do(invoicingApi.deleteInvoice, { params: { id: invoice?.id ?? '' } })
        await admin.do(salesApi.confirm, call)
      }
    }
    const bought = [[products[pick(9)] ?? '', 1 + pick(50), '2.25']] as const
    const purchase = await placePurchase(admin, pick(2) ? place : other, bought)
    if (pick(3) === 0)
      await admin.do(purchasingApi.cancel, { params: { id: purchase.id }, body: { reason: 'Too late' } })
  }
  now = new Date('2026-06-15T12:00:00Z')
}

const seeds = companySeeds(3)
const notSales = ['PENDING', 'CANCELLED', 'RETURNED']
const notPlaced = ['Draft', 'Pending Approval', 'Cancelled']

const linesOf = new Map<string, { product: { id: string }; total: string; quantity: number }[]>()

/** Every document as returned by the list endpoints. */
async function readBooks() {
  const orders = await everyRow((query) => admin.do(salesApi.listOrders, { query }))
  const purchases = await everyRow((query) => admin.do(purchasingApi.listPurchaseOrders, { query }))
  const items: ReportRecord[] = []
  for (const { id, orderDate, status } of orders) {
    if (notSales.includes(status)) continue
    // Orders of the earlier companies don't change any more.
    const orderLines = linesOf.get(id) ?? (await admin.do(salesApi.getOrder, { params: { id } })).orderLines
    linesOf.set(id, orderLines)
    for (const line of orderLines) {
      const figures = { net: line.total, quantity: line.quantity }
      items.push({ day: orderDate, key: line.product.id, figures })
    }
  }
  const ofOrder = ({ orderDate, total }: (typeof orders)[number], key: string): ReportRecord => ({
    day: orderDate,
    key,
    figures: { total, orders: 1 },
  })
  return {
    sales: orders.filter(({ status }) => !notSales.includes(status)).map((one) => ofOrder(one, one.account.id)),
    orders: orders.map((one) => ofOrder(one, one.status)),
    items,
    purchases: purchases
      .filter(({ status }) => !notPlaced.includes(status))
      .map((one) => ({ day: one.orderDate, key: one.supplier.id, figures: { total: one.total, orders: 1 } })),
  }
}

function expectEqual(reply: ReportReply, records: readonly ReportRecord[], zero: Figures) {
  const expected = expectedOf(reply, records, zero)
  expect(reply.totals).toEqual(expected.totals)
  expect(reply.periods.map(({ current }) => current)).toEqual(expected.periods)
  expect(reply.rowCount).toBe(expected.rows.size)
  for (const { key, label: _, ...figures } of reply.rows) expect(figures).toEqual(expected.rows.get(key))
}

const money = { total: '0.00', orders: 0 }

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
})

describe('reports compared with the documents', () => {
  test.each(seeds)(
    '[REP-01, REP-02, REP-03] every figure equals the sum over the document lists (company %i)',
    async (seed) => {
      await build(seed)
      if (seed === seeds[1]) await mergeSums(server.database.db)
      const books = await readBooks()
      const ranges = [{ range: '7' }, { range: '30' }, { range: '365' }, { range: 'all' }] as const
      const own = { start: '2025-05-20', end: '2026-06-14' }
      for (const range of [
        ...ranges,
        { ...own, groupBy: 'day' },
        { ...own, groupBy: 'week' },
        { ...own, groupBy: 'year' },
      ] as const) {
        const query = { ...range, all: 'true' } as const
        const of = { query }
        expectEqual(await admin.do(salesReport.read, { query: { ...query, by: 'customer' } }), books.sales, money)
        expectEqual(await admin.do(ordersReport.read, { query: { ...query, by: 'status' } }), books.orders, money)
        const item = await admin.do(itemsReport.read, { query: { ...query, by: 'item' } })
        expectEqual(item, books.items, { net: '0.00', quantity: 0 })
        const byCategory = await admin.do(itemsReport.read, { query: { ...query, by: 'category' } })
        expect(byCategory.totals).toEqual(item.totals)
        expectEqual(
          await admin.do(purchasesReport.read, { query: { ...query, by: 'supplier' } }),
          books.purchases,
          money,
        )
        expect((await admin.do(salesReport.read, of)).rows).toEqual([])
      }
    },
    240_000,
  )

  test('[REP-02] shows the seven largest rows and the sum of the others', async () => {
    const query = { range: 'all', by: 'item' } as const
    const all = await admin.do(itemsReport.read, { query: { ...query, all: 'true' } })
    const top = await admin.do(itemsReport.read, { query })
    expect(all.rest).toBeNull()
    expect(top.rows).toEqual(all.rows.slice(0, 7))
    expect(top.rowCount).toBe(all.rows.length)
    const cents = (value: unknown) => Math.round(Number(value) * 100)
    const others = all.rows.slice(7).reduce((sum, row) => sum + cents(row.current['net']), 0)
    expect(cents(top.rest?.['net'])).toBe(others)
    const values = all.rows.map((row) => cents(row.current['net']))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('the dashboard shows the same sales', async () => {
    const { sales } = await admin.do(reportsApi.dashboard, { query: { range: '90' } })
    const { totals, previous } = await admin.do(salesReport.read, { query: { range: '90' } })
    expect(totals.current).toEqual({ total: sales?.total, orders: sales?.orders })
    expect(totals.previous?.['total']).toBe(sales?.previousTotal)
    expect(previous).toEqual({ start: '2025-12-18', end: '2026-03-17' })
  })

  test('[REP-01] the year-ago range has the same dates; 29 February becomes 28 February', async () => {
    const { yearAgo } = await admin.do(salesReport.read, { query: { start: '2024-02-29', end: '2024-03-10' } })
    expect(yearAgo).toEqual({ start: '2023-02-28', end: '2023-03-10' })
  })

  test('[REP-05] an empty range has zeros and the dates of the earliest and latest records', async () => {
    const reply = await admin.do(salesReport.read, {
      query: { start: '2020-01-01', end: '2020-01-07', by: 'customer' },
    })
    expect(reply.totals.current).toEqual(money)
    expect(reply.periods).toHaveLength(7)
    expect(reply).toMatchObject({ rows: [], rowCount: 0, earliest: '2025-05-20', latest: '2026-06-15' })
  })
})

describe('the daily sums', () => {
  const wrong = async () =>
    (await admin.do(integrityApi.rebuildReportSums, { body: {} })).data.map((one) => one.corrected)

  test('need no correction, also after merging', async () => {
    expect(await wrong()).toEqual([0, 0, 0, 0, 0])
    await mergeSums(server.database.db)
    expect(await wrong()).toEqual([0, 0, 0, 0, 0])
    for (const { table, keys } of readModels) {
      const by = keys.join(', ')
      const { rows } = await sql
        .raw(`select 1 from ${table} group by ${by} having count(*) > 1`)
        .execute(server.database.db)
      expect(rows).toEqual([])
    }
  })

  test('can be rebuilt one at a time, and all of them are offered', async () => {
    expect([...readModels.map(({ table }) => table), 'retention_customers']).toEqual(reportSums)
    await sql`delete from purchase_days`.execute(server.database.db)
    const rebuild = async (table: (typeof reportSums)[number]) =>
      (await admin.do(integrityApi.rebuildReportSums, { body: { table } })).data
    expect(await rebuild('sales_days')).toEqual([{ table: 'sales_days', corrected: 0 }])
    expect((await rebuild('purchase_days'))[0]?.corrected).toBeGreaterThan(0)
    expect(await wrong()).toEqual([0, 0, 0, 0, 0])
    expect((await admin.send('POST', '/api/proofs/report-sums', { table: 'users' })).status).toBe(422)
  })

  test('a rebuild corrects wrong sums while orders are created', async () => {
    const before = await admin.do(salesReport.read, { query: { range: 'all', by: 'customer' } })
    for (const { table } of readModels)
      await sql
        .raw(`delete from ${table} where ctid in (select ctid from ${table} limit 3)`)
        .execute(server.database.db)
    const account = await addAccount(admin)
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { price: '1.00', quantity: 900 })
    const write = async () => {
      const { id } = await addOrder(admin, account.id, [[product.id, 3]])
      await admin.do(salesApi.confirm, { params: { id }, body: {} })
    }
    await Promise.all([wrong(), write(), write(), wrong(), write(), mergeSums(server.database.db), write(), wrong()])
    expect(await wrong()).toEqual([0, 0, 0, 0, 0])
    const after = await admin.do(salesReport.read, { query: { range: 'all', by: 'customer', all: 'true' } })
    expect(after.totals.current['orders']).toBe(Number(before.totals.current['orders']) + 4)
    expect(after.rows.find(({ key }) => key === account.id)?.current).toEqual({ total: '12.00', orders: 4 })
  })

  test("the days of stock follow the company's time zone", async () => {
    now = new Date('2026-06-15T23:30:00Z')
    const place = await addPlace(admin)
    const { id } = await addProduct(admin, place, { quantity: 7 })
    now = new Date('2026-06-15T12:00:00Z')
    const dayOf = async () =>
      (await sql<{ day: string }>`select day from stock_days where item_id = ${id}`.execute(server.database.db)).rows
    expect(await dayOf()).toEqual([{ day: '2026-06-15' }])
    await changeSettings(admin, { timeZone: 'Asia/Tokyo' })
    expect(await dayOf()).toEqual([{ day: '2026-06-16' }])
    expect(await wrong()).toEqual([0, 0, 0, 0, 0])
    await changeSettings(admin, { timeZone: 'UTC' })
  })
})

describe('errors', () => {
  test('refuses unknown parameters, ranges and groupings', async () => {
    for (const query of [
      'by=colour',
      'range=8',
      'start=2026-02-01&end=2026-01-01',
      'range=7&start=2026-01-01',
      'groupBy=hour',
      'start=2000-01-01&end=2026-01-01&groupBy=day',
      'unknown=1',
    ]) {
      const sent = await admin.send('GET', `/api/reports/sales?${query}`)
      expect([query, sent.status]).toEqual([query, 422])
    }
  })

  test('sales need permission for invoices, rebuilding sums its own permission, and both a session', async () => {
    const rep = await server.as('staff')
    expect((await rep.send('GET', '/api/reports/sales')).status).toBe(403)
    expect((await rep.send('POST', '/api/proofs/report-sums', {})).status).toBe(403)
    expect((await server.nobody.send('GET', '/api/reports/sales')).status).toBe(401)
  })

  test('[REP-01] a PDF report with many columns fits its page, with the figures of the previous period below', async () => {
    for (const name of ['supplier-service', 'margin', 'sales']) {
      const file = await fetch(`${server.url}/api/reports/${name}/file?range=30&format=pdf`, {
        headers: { cookie: admin.cookie },
      })
      const pdf = new Uint8Array(await file.arrayBuffer())
      expect(pdfText(pdf)).toContain('before')
      expect([name, furthestText(pdf) < 595.28 - 40]).toEqual([name, true])
    }
  })

  test('files: CSV, Excel and PDF contain the same rows', async () => {
    const { rows } = await admin.do(salesReport.read, { query: { range: 'all', by: 'customer', all: 'true' } })
    const csv = await admin.send('GET', '/api/reports/sales/file?range=all&by=customer&format=csv')
    expect(csv.status).toBe(200)
    const lines = String(csv.body).trim().split(/\r?\n/)
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines[0]).toContain('Customer,Sales,Orders,"Sales, previous period"')
    expect(lines[1]).toContain(`${rows[0]?.label},${rows[0]?.current['total']},${rows[0]?.current['orders']}`)
    const download = async (address: string) => {
      const file = await fetch(`${server.url}/api/reports/${address}`, { headers: { cookie: admin.cookie } })
      expect(file.status).toBe(200)
      return { name: file.headers.get('content-disposition'), bytes: Buffer.from(await file.arrayBuffer()) }
    }
    const pdf = await download('sales/file?range=all&by=customer&format=pdf')
    expect(pdf.name).toMatch(/filename="sales-customer-[-\d]+\.pdf"/)
    expect(pdfText(pdf.bytes)).toContain(rows[0]?.label)
    const sheetOf = async (address: string) =>
      ((await readXlsxFile((await download(address)).bytes)) as unknown as { sheet: string; data: unknown[][] }[])[0]
    const sheet = await sheetOf('sales/file?range=all&by=customer&format=xlsx')
    expect(sheet?.data.map(([label]) => label)).toEqual(['Customer', ...rows.map(({ label }) => label)])
    // Excel opens no workbook whose sheet has a longer name.
    const long = await sheetOf('supplier-service/file?range=30&format=xlsx')
    expect(long?.sheet).toMatch(/^supplier-service-[-\d]+$/)
    expect(long?.sheet.length).toBe(31)
  })
})
