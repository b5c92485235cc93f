import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { productExport } from '#server/inventory/exports.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

async function download(query: Record<string, string>, client = admin) {
  const answer = await fetch(`${server.url}/api/exports/products?${new URLSearchParams(query)}`, {
    headers: { cookie: client.cookie },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const csvOf = async (query: Record<string, string>) =>
  parse((await download({ format: 'csv', ...query })).bytes, { bom: true })
const sheetOf = async (query: Record<string, string>) => {
  const sheets = await readXlsxFile((await download({ format: 'xlsx', ...query })).bytes)
  return (sheets as unknown as { data: unknown[][] }[])[0]?.data ?? []
}

describe('the export of products (L16)', () => {
  test('[INV-01] has every column, text unchanged and numbers as numbers', async () => {
    const name = 'Gauze "fine", 5 × 5 cm\nsterile & <soft>'
    await addProduct(admin, place, {
      name,
      sku: 'EXP-1',
      price: '12.5',
      cost: '3.1234',
      quantity: 7,
      coldChain: true,
      barcode: '00123',
    })
    const [header, row] = await csvOf({ q: 'EXP-1' })
    expect(header).toEqual(Object.values(productExport.columns).map(([title]) => title))
    const firstRow = Object.fromEntries((header ?? []).map((title, at) => [title, row?.[at]]))
    expect(firstRow).toMatchObject({
      Name: 'Gauze "fine", 5 × 5 cm sterile & <soft>',
      Barcode: '00123',
      'On hand': '7',
      Price: '12.50',
      Cost: '3.1234',
      'Cold chain': 'Yes',
      'Lot-tracked': 'No',
      'Retail price': '',
    })
    const [titles, cells] = await sheetOf({ q: 'EXP-1', columns: 'name,barcode,onHand,price,reorderPoint' })
    expect(titles).toEqual(['Name', 'Barcode', 'On hand', 'Price', 'Reorder point'])
    expect(cells?.slice(0, 4)).toEqual(['Gauze "fine", 5 × 5 cm sterile & <soft>', '00123', 7, 12.5])
    const { headers } = await download({ format: 'xlsx' })
    expect([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="products.xlsx"',
      'no-store',
    ])
  })

  test.each(['=1+1', '+49 30', '-5', '@SUM(A1)', '＝cmd|calc', '=HYPERLINK("http://x","y")'])(
    '(W5) never lets %s become a formula',
    async (evil) => {
      await addProduct(admin, place, { name: evil, sku: `EVIL-${evil.length}-${evil.codePointAt(1)}` })
      const rows = await csvOf({ columns: 'name' })
      expect(rows.flat()).toContain(`'${evil}`)
      expect(rows.flat().filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
      const { bytes } = await download({ format: 'xlsx', columns: 'name' })
      expect(bytes.includes('<f>')).toBe(false)
      expect((await sheetOf({ columns: 'name' })).flat()).toContain(evil)
    },
  )

  test('[INV-01] contains all rows of the filter, in the order of the list', async () => {
    const other = await addPlace(admin)
    await sql`with made as (insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, pcs_per_case)
        select gen_random_uuid(), 'product', 'MANY-' || n, 'Many ' || lpad(n::text, 5, '0'), 'x', ${other.category.id}, ${other.supplier.id},
          ${other.warehouse.id}, 1, 1, 1 from generate_series(1, 2500) n returning id)
      insert into item_stock (item_id) select id from made`.execute(server.database.db)
    const rows = await csvOf({ category: other.category.name, sort: '-name', columns: 'name' })
    expect(rows).toHaveLength(2501)
    expect([rows[1], rows.at(-1)]).toEqual([['Many 02500'], ['Many 00001']])
    expect(await sheetOf({ category: other.category.name, columns: 'sku' })).toHaveLength(2501)
    expect(await csvOf({ q: 'nothing-has-this-name', columns: 'sku' })).toEqual([['SKU']])
  })

  test('refuses unknown columns and formats, and users without inventory permission', async () => {
    expect((await download({ columns: 'name,password' })).status).toBe(422)
    expect((await download({ format: 'pdf' })).status).toBe(422)
    expect((await download({}, await server.as('staff', { salesOrders: { view: true, edit: true } }))).status).toBe(403)
  })
})
