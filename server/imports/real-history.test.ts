import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importsApi, noCounts } from '#shared/imports/api.ts'
import { itemsReport, salesReport } from '#shared/reports/reports.ts'
import { checkFile, settled } from '#test/delivery-history.ts'
import { startServer } from '#test/server.ts'

const path = '../shared/data/scms-delivery-history.csv'
const isThere = existsSync(path)
const name = 'ten years of real deliveries come in whole, once'

describe('real delivery history', () => {
  const run = isThere ? test : test.skip
  run(isThere ? name : `${name} (not run: ${path} is not there)`, { timeout: 300_000 }, async () => {
    const content = readFileSync(path)
    // Computed from the file without any of our own code.
    const lines: Record<string, string>[] = parse(content, { columns: true, bom: true })
    const distinct = (...columns: string[]) =>
      new Set(lines.map((line) => columns.map((column) => line[column]).join('\u0001'))).size
    const expected = {
      ...noCounts,
      suppliers: distinct('Vendor'),
      factories: distinct('Manufacturing Site'),
      categories: distinct('Product Group', 'Sub Classification'),
      products: distinct('Item Description', 'Brand', 'Dosage', 'Unit of Measure (Per Pack)'),
      accounts: distinct('Country', 'Project Code'),
      orders: distinct('PO / SO #'),
      lines: lines.length,
      shipments: distinct('ASN/DN #'),
    }
    const sumOf = (column: string, scale: number) =>
      lines.reduce((sum, line) => sum + Math.round(Number(line[column]) * scale), 0)
    expect(expected).toMatchObject({ accounts: 142, orders: 6233, lines: 10_324, shipments: 7030 })

    const server = await startServer()
    const admin = await server.as('admin')
    const began = performance.now()
    const checked = await checkFile(admin, content)
    const checkedAt = performance.now()
    expect(checked).toMatchObject({ state: 'checked', rows: lines.length, good: lines.length, bad: 0, problems: [] })
    expect(checked.toAdd).toEqual(expected)

    await admin.do(importsApi.runImport, { params: { id: checked.id } })
    const done = await settled(admin, checked.id)
    const ranAt = performance.now()
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    process.stdout.write(
      `real delivery history: upload and check ${seconds(began, checkedAt)}, run ${seconds(checkedAt, ranAt)}\n`,
    )
    expect(done).toMatchObject({ state: 'done', good: lines.length, bad: 0, progress: lines.length, added: expected })

    const { db } = server.database
    const one = async (query: ReturnType<typeof sql<Record<string, number>>>) => (await query.execute(db)).rows[0]
    expect(
      await one(sql`select sum(quantity)::bigint as packs, sum(total)::bigint as cents from sales_order_lines`),
    ).toEqual({ packs: sumOf('Line Item Quantity', 1), cents: sumOf('Line Item Value', 100) })
    expect(
      await one(sql`select sum(total)::bigint as cents, count(*) as orders, min(delivered_date)::text as first,
        max(delivered_date)::text as last from sales_orders where status = 'DELIVERED' and origin = 'import'`),
    ).toEqual({
      cents: sumOf('Line Item Value', 100),
      orders: expected.orders,
      first: '2006-05-02',
      last: '2015-09-14',
    })
    expect(await one(sql`select sum(quantity)::bigint as packs from shipment_lines`)).toEqual({
      packs: sumOf('Line Item Quantity', 1),
    })
    const numeric = (column: string) => lines.filter((line) => /^[\d.]+$/.test(line[column] ?? ''))
    expect(
      await one(sql`select sum(weight_grams)::bigint as grams, sum(freight)::bigint as cents from shipments`),
    ).toEqual({
      grams: numeric('Weight (Kilograms)').reduce((sum, line) => sum + Number(line['Weight (Kilograms)']) * 1000, 0),
      cents: numeric('Freight Cost (USD)').reduce(
        (sum, line) => sum + Math.round(Number(line['Freight Cost (USD)']) * 100),
        0,
      ),
    })

    // [REP-02] The reports have the same sums as the file: in total, by customer and by item.
    const sumsBy = (...columns: string[]) => {
      const sums = new Map<string, number>()
      for (const line of lines) {
        const key = columns.map((column) => line[column]).join('\u0001')
        sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(line['Line Item Value']) * 100))
      }
      return [...sums.values()].filter((cents) => cents > 0).toSorted((a, b) => b - a)
    }
    const centsOf = (figures: Readonly<Record<string, string | number>>, measure: string) =>
      Math.round(Number(figures[measure]) * 100)
    const all = { range: 'all', all: 'true', groupBy: 'year' } as const
    const sales = await admin.do(salesReport.read, { query: { ...all, by: 'customer' } })
    const items = await admin.do(itemsReport.read, { query: { ...all, by: 'item' } })
    expect(centsOf(sales.totals.current, 'total')).toBe(sumOf('Line Item Value', 100))
    expect(sales.totals.current['orders']).toBe(expected.orders)
    expect(sales.periods.reduce((sum, { current }) => sum + centsOf(current, 'total'), 0)).toBe(
      sumOf('Line Item Value', 100),
    )
    expect(items.totals.current['quantity']).toBe(sumOf('Line Item Quantity', 1))
    const amounts = (rows: typeof sales.rows, measure: string) =>
      rows.map(({ current }) => centsOf(current, measure)).filter((cents) => cents > 0)
    expect(amounts(sales.rows, 'total')).toEqual(sumsBy('Country', 'Project Code'))
    expect(amounts(items.rows, 'net')).toEqual(
      sumsBy('Item Description', 'Brand', 'Dosage', 'Unit of Measure (Per Pack)'),
    )

    // Exact sums by country, by item and by year. An order's date is the earliest day of its lines.
    const dayOf = (text: string | undefined) => new Date(`${text} UTC`).toISOString().slice(0, 10)
    const firstDays = new Map<string, string>()
    for (const line of lines) {
      const number = line['PO / SO #'] ?? ''
      for (const column of ['Scheduled Delivery Date', 'Delivered to Client Date']) {
        const day = dayOf(line[column])
        if (day < (firstDays.get(number) ?? '9999')) firstDays.set(number, day)
      }
    }
    const years = new Map<string, { cents: number; orders: Set<string> }>()
    const countries = new Map<string, { cents: number; orders: Set<string> }>()
    for (const line of lines) {
      const number = line['PO / SO #'] ?? ''
      for (const [sums, key] of [
        [years, firstDays.get(number)?.slice(0, 4) ?? ''],
        [countries, line['Country'] ?? ''],
      ] as const) {
        const sum = sums.get(key) ?? { cents: 0, orders: new Set() }
        sums.set(key, {
          cents: sum.cents + Math.round(Number(line['Line Item Value']) * 100),
          orders: sum.orders.add(number),
        })
      }
    }
    const totalsOf = ({ cents, orders }: { cents: number; orders: Set<string> }) => ({ cents, orders: orders.size })
    const inYears = sales.periods.map(({ start, current }) => [
      start.slice(0, 4),
      { cents: centsOf(current, 'total'), orders: current['orders'] },
    ])
    expect(Object.fromEntries(inYears)).toEqual(
      Object.fromEntries([...years].map(([year, sum]) => [year, totalsOf(sum)])),
    )
    const byCountry = await admin.do(salesReport.read, { query: { ...all, by: 'country' } })
    expect(
      Object.fromEntries(
        byCountry.rows.map(({ key, current }) => [
          key,
          { cents: centsOf(current, 'total'), orders: current['orders'] },
        ]),
      ),
    ).toEqual(Object.fromEntries([...countries].map(([country, sum]) => [country, totalsOf(sum)])))
    const { totals: vietnam } = await admin.do(salesReport.records, {
      query: { range: 'all', by: 'country', key: 'Vietnam' },
    })
    expect(centsOf(vietnam, 'total')).toBe(countries.get('Vietnam')?.cents)

    // Ledger check: the stock on hand is the sum of all entries.
    expect(
      await one(sql`select count(*) as entries, sum(d_on_hand)::bigint as on_hand,
        sum(d_on_hand) filter (where effect = 'RECEIVE')::bigint as received from stock_entry`),
    ).toEqual({
      entries: 2 * lines.length,
      on_hand: 0,
      received: sumOf('Line Item Quantity', 1),
    })
    expect(
      await one(sql`select count(*) as wrong from stock_balance b full join (
        select item_id, location_id, lot_id, sum(d_on_hand) as on_hand, sum(d_committed) as committed
        from stock_entry group by 1, 2, 3) e using (item_id, location_id, lot_id)
      where coalesce(b.on_hand, -1) <> coalesce(e.on_hand, -1) or coalesce(b.committed, -1) <> coalesce(e.committed, -1)`),
    ).toEqual({ wrong: 0 })
    // Document numbers have no gaps in any year.
    expect(
      await one(sql`select count(*) as gaps from (
        select count(*) as n, max(right(number, 6)::int) as last from sales_orders group by left(number, 7)
        union all select count(*), max(right(number, 6)::int) from shipments group by left(number, 7)) y where n <> last`),
    ).toEqual({ gaps: 0 })

    const again = await checkFile(admin, content)
    expect(again).toMatchObject({ good: 0, known: lines.length, bad: 0, toAdd: noCounts })
    await admin.do(importsApi.runImport, { params: { id: again.id } })
    expect(await settled(admin, again.id)).toMatchObject({ state: 'done', known: lines.length, added: noCounts })
  })
})
