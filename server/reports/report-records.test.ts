import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { itemsReport, reports } from '#shared/reports/reports.ts'
import * as more from '#shared/reports/more-reports.ts'
import { type Figures, recordKinds } from '#shared/reports/report.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { pageOfKind } from '#web/reports/record-pages.ts'
import { expectedOf, type ReportRecord } from '#test/report-sums.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

// The demo company takes long to load while many tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** For each entity of the audit log: its kind in a report, its page, and the API path from which the page reads it. */
const pagesOfSubjects = {
  salesOrder: ['order', '/orders/sales-orders/view', 'sales-orders'],
  invoice: ['invoice', '/orders/invoices/view', 'invoices'],
  purchaseOrder: ['purchase', '/orders/purchase-orders/view', 'purchase-orders'],
  route: ['route', '/logistics/routes', 'routes'],
  shipment: ['shipment', '/logistics/shipping', 'shipments'],
  prospect: ['prospect', '/crm/prospects/view', 'prospects'],
  product: ['item', '/crm/inventory/view', 'products'],
  lot: ['lot', '/inventory/lots/view', 'lots'],
  stockCount: ['stock-count', '/inventory/stock-counts/view', 'stock-counts'],
  recall: ['recall', '/inventory/recalls/view', 'recalls'],
  account: ['customer', '/crm/customers/view', 'accounts'],
  supplier: ['supplier', '/crm/suppliers/view', 'suppliers'],
  contact: ['contact', '/crm/address-book/view', 'contacts'],
  opportunity: ['opportunity', '/crm/salesopportunities/view', 'opportunities'],
  estimate: ['estimate', '/orders/estimates/view', 'estimates'],
  return: ['return', '/orders/returns/view', 'returns'],
  stockTransfer: ['transfer', '/inventory/stock-transfers/view', 'stock-transfers'],
  productionRun: ['production', '/inventory/production/view', 'production-runs'],
  kit: ['kit', '/inventory/kitting-bundles/kits/view', 'kits'],
  kitOrder: ['kit-order', '/inventory/kitting-bundles/view', 'kit-orders'],
  rawMaterial: ['raw-material', '/inventory/raw-materials/view', 'raw-materials'],
  location: ['location', '/inventory/locations-zones/view', 'locations'],
  user: ['user', '/crm/users/view', 'users'],
} as const satisfies Record<string, readonly [(typeof recordKinds)[number], string, string]>

let server: TestServer
let admin: Client
const cents = (amount: unknown) => parseDecimal(String(amount), 2) ?? 0n
const add = (one: Figures, other: Figures): Figures =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      typeof value === 'string' ? formatAmount(cents(value) + cents(other[name])) : Number(value) + Number(other[name]),
    ]),
  )

beforeAll(async () => {
  server = await startServer({ demo: true })
  admin = await server.as('admin')
})

describe('drill-down', () => {
  test.each(reports.map((report) => [report.name, report] as const))(
    '[REP-02] %s: periods, rows and records add up to the figures',
    async (_name, report) => {
      for (const by of Object.keys(report.dimensions)) {
        const query = { range: '90', groupBy: 'month', by, all: 'true' } as const
        const { totals, periods, rows, range } = await admin.do(report.read, { query })
        const zero = Object.fromEntries(
          Object.entries(report.measures).map(([name, { unit }]) => [name, unit === 'money' ? '0.00' : 0]),
        )
        // A balance is that of the last day.
        const summed = 'isBalance' in report ? periods.slice(-1) : periods
        expect(summed.map(({ current }) => current).reduce(add, zero)).toEqual(totals.current)
        expect(rows.map(({ current }) => current).reduce(add, zero)).toEqual(totals.current)
        // Orders that are not sales count only in the report by status.
        const span = { start: range.start, end: range.end }
        const whole = await admin.do(report.records, { query: span })
        expect(whole.totals).toEqual(totals.current)
        const [first] = rows
        if (!first) continue
        const part = await admin.do(report.records, {
          query: { ...span, by, limit: 200, ...(first.key !== null && { key: first.key }) },
        })
        expect(part.totals).toEqual(first.current)
        if (report.name !== 'orders' && first.key !== null) expect(part.label).toBe(first.label)
        if (part.nextCursor === null)
          expect(part.data.map(({ figures }) => figures).reduce(add, zero)).toEqual(first.current)
      }
    },
  )

  test('[REP-02] an item opens the lines of its orders, page by page', async () => {
    const { rows } = await admin.do(itemsReport.read, { query: { range: '90', by: 'item' } })
    const key = rows[0]?.key ?? ''
    const query = { range: '90', by: 'item', key, limit: 2 } as const
    const first = await admin.do(itemsReport.records, { query })
    const second = await admin.do(itemsReport.records, { query: { ...query, cursor: first.nextCursor ?? '' } })
    expect(first.data).toHaveLength(2)
    expect(first.data[0]?.kind).toBe('order')
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.totals).toEqual(first.totals)
  })

  test('[REP-02] the activity report describes actions in words, with user, time and a link to the record', async () => {
    const { rows } = await admin.do(more.activityReport.read, { query: { range: '90', by: 'action', all: 'true' } })
    const named = Object.fromEntries(rows.map(({ key, label }) => [key ?? '', label]))
    expect(named).toMatchObject({
      'order.created': 'Sales order: created',
      'order.confirm': 'Sales order: confirmed',
      'shipment.packed': 'Shipment: packed',
    })
    expect(Object.values(named).filter((label) => !/^[A-Z][^A-Z._]*: [^A-Z._]+$/.test(label))).toEqual([])
    const { rows: subjects } = await admin.do(more.activityReport.read, {
      query: { range: '90', by: 'subject', all: 'true' },
    })
    const subjectNames = Object.fromEntries(subjects.map(({ key, label }) => [key ?? '', label]))
    expect(subjectNames).toMatchObject({ salesOrder: 'Sales order', account: 'Customer' })
    const query = { range: '90', by: 'action', key: 'order.created', limit: 2 } as const
    const { data, label } = await admin.do(more.activityReport.records, { query })
    expect(label).toBe('Sales order: created')
    const numbers = data.map(({ detail }) => detail ?? '')
    expect(numbers.toSorted().toReversed()).toEqual(numbers)
    const [first] = data
    const order = await admin.do(salesApi.getOrder, { params: { id: first?.recordId ?? '' } })
    const { name } = await admin.do(usersApi.get, { params: { id: admin.userId } })
    expect(first).toMatchObject({ kind: 'order', name: 'Sales order: created' })
    expect(first?.detail).toMatch(new RegExp(`^${order.number} · ${name} · \\d\\d:\\d\\d$`))
    // Background jobs have no user.
    const system = systemCaller.userId
    await sql`insert into audit_log (actor_id, act, entity) values (${system}, 'estimate.expire', 'estimate')`.execute(
      server.database.db,
    )
    const { rows: users } = await admin.do(more.activityReport.read, {
      query: { range: '90', by: 'user', all: 'true' },
    })
    expect(users.find(({ key }) => key === system)?.label).toBe('System')
    expect(users.map(({ label: one }) => one)).not.toContain('None')
    const bySystem = await admin.do(more.activityReport.records, { query: { range: '90', by: 'user', key: system } })
    expect(bySystem.label).toBe('System')
    expect(bySystem.data[0]?.detail).toMatch(/(^| · )System · \d\d:\d\d$/)
  })

  test.each(Object.entries(pagesOfSubjects))(
    '[REP-02] an activity links to its record: %s',
    async (subject, [kind, page, path]) => {
      const query = { range: 'all', by: 'subject', key: subject, limit: 50 } as const
      const { data } = await admin.do(more.activityReport.records, { query })
      const record = data.find(({ recordId }) => recordId !== null)
      expect(record?.kind).toBe(kind)
      const id = record?.recordId ?? ''
      expect(pageOfKind[kind]?.(id)).toBe(`${page}/${id}`)
      expect((await admin.send('GET', `/api/${path}/${id}`)).status).toBe(200)
    },
  )

  test('[REP-02] the table above contains every kind of record that has a page', () => {
    const kinds = Object.values(pagesOfSubjects).map(([kind]) => kind)
    expect(recordKinds.filter((kind) => pageOfKind[kind] !== null).toSorted()).toEqual(kinds.toSorted())
  })

  test('refuses unknown parameters, requests without a session and users without permission', async () => {
    for (const query of ['by=colour', 'range=8', 'unknown=1', 'cursor=x'])
      expect([query, (await admin.send('GET', `/api/reports/margin/records?${query}`)).status]).not.toEqual([
        query,
        200,
      ])
    expect((await server.nobody.send('GET', '/api/reports/margin/records')).status).toBe(401)
    expect((await (await server.as('driver')).send('GET', '/api/reports/margin')).status).toBe(403)
    expect((await (await server.as('staff')).send('GET', '/api/reports/activity')).status).toBe(403)
  })

  test('exporting any report needs permission for it and for exports; refuses unknown formats, ranges and parameters', async () => {
    const driver = await server.as('driver')
    const { lowStockFile, deletedCountsFile } = inventoryReportsApi
    const files = [...reports.map(({ file }) => file.path), lowStockFile.path, deletedCountsFile.path]
    for (const path of files) {
      const answers = [
        await server.nobody.send('GET', path),
        await driver.send('GET', path),
        await admin.send('GET', `${path}?format=docx`),
        await admin.send('GET', `${path}?range=9`),
        await admin.send('GET', `${path}?colour=red`),
      ]
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 401, 403, 422, 422, 422])
    }
    // Users who may only view the stock get its exports and no others.
    const clerk = await server.as('staff', { inventory: { view: true }, reports: { view: true } })
    const statusOf = async (path: string, who = clerk) => (await who.send('GET', `${path}?range=7`)).status
    expect(await statusOf(lowStockFile.path)).toBe(200)
    expect(await statusOf(more.marginReport.file.path)).toBe(403)
    // [PERM-03] The permission to view a report doesn't include its export.
    const reader = await server.as('staff', { dashboard: { view: true }, invoices: { view: true } })
    for (const path of files) expect([path, await statusOf(path, reader)]).toEqual([path, 403])
    expect((await reader.send('GET', '/api/journal/file?from=2026-01-01&until=2026-01-31')).status).toBe(403)
    expect(await statusOf(more.marginReport.read.path, reader)).toBe(200)
  })
})

describe('compared with the documents', () => {
  const range = { range: '365', groupBy: 'month', all: 'true' } as const

  test('sales tax equals the totals of all invoices that are not void, minus credit notes', async () => {
    const records: ReportRecord[] = []
    for (const { id, voided } of (await admin.do(invoicingApi.listInvoices, { query: { limit: 200 } })).data) {
      if (voided) continue
      const invoice = await admin.do(invoicingApi.getInvoice, { params: { id } })
      records.push({ day: invoice.issuedDate, key: null, figures: { tax: invoice.tax, total: invoice.total } })
    }
    const reply = await admin.do(more.taxReport.read, { query: { ...range, by: 'rate' } })
    const gross = records.reduce((sum, { figures }) => sum + cents(figures['total']), 0n)
    const { net, tax } = reply.totals.current
    expect(records.length).toBeGreaterThan(20)
    const credited = (await admin.do(more.taxReport.records, { query: { range: '365', limit: 200 } })).data.filter(
      ({ figures }) => cents(figures['net']) < 0n,
    )
    const back = credited.reduce((sum, { figures }) => sum + cents(figures['net']) + cents(figures['tax']), 0n)
    expect(cents(net) + cents(tax)).toBe(gross + back)
  })

  test('on time in full counts the delivered orders with a requested date', async () => {
    const records: ReportRecord[] = []
    for (const order of (await admin.do(salesApi.listOrders, { query: { limit: 200, status: 'DELIVERED' } })).data) {
      const one = await admin.do(salesApi.getOrder, { params: { id: order.id } })
      if (!one.requestedDate || !one.deliveredDate) continue
      const onTime = Number(one.deliveredDate <= one.requestedDate)
      records.push({ day: one.deliveredDate, key: one.account.id, figures: { orders: 1, onTime } })
    }
    const reply = await admin.do(more.onTimeReport.read, { query: { ...range, by: 'customer' } })
    const expected = expectedOf(reply, records, { orders: 0, onTime: 0 })
    const seen = ({ orders = 0, onTime = 0 }: Figures) => ({ orders, onTime })
    expect(seen(reply.totals.current)).toEqual(expected.totals.current)
    expect(reply.periods.map(({ current }) => seen(current))).toEqual(expected.periods)
    for (const { key, current } of reply.rows) expect(seen(current)).toEqual(expected.rows.get(key)?.current)
  })

  test('margins of the whole company count the shipped pieces of each product; net minus cost is the margin', async () => {
    const shipped = new Map<string, number>()
    for (const { id } of (await admin.do(inventoryApi.listProducts, { query: { limit: 200 } })).data) {
      const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id }, query: { limit: 200 } })
      const pieces = data
        .filter((entry) => ['SHIP', 'UNSHIP', 'RESTOCK'].includes(entry.effect))
        .reduce((sum, entry) => sum - entry.onHandChange, 0)
      if (pieces !== 0) shipped.set(id, pieces)
    }
    const { rows } = await admin.do(more.marginReport.read, { query: { range: '365', by: 'item', all: 'true' } })
    expect(Object.fromEntries(rows.map(({ key, current }) => [key, current['quantity']]))).toEqual(
      Object.fromEntries(shipped),
    )
    for (const { current } of rows)
      expect(cents(current['net']) - cents(current['cost'])).toBe(cents(current['margin']))
  })
})
