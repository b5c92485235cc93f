import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { importsApi, workbookType } from '#shared/imports/api.ts'
import { type ProductColumn, productColumns } from '#shared/imports/product-columns.ts'
import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { consignmentLocation } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import {
  checkProducts,
  importProducts,
  type ProductCells,
  productCells,
  productCsv,
  runProducts,
  settledProducts,
  uploadProducts,
} from '#test/product-list.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

async function bySku(sku: string) {
  const { data } = await admin.do(inventoryApi.listProducts, { query: { q: sku } })
  const found = data.find((one) => one.sku === sku)
  if (!found) throw new Error(`No product ${sku}`)
  return admin.do(inventoryApi.getProduct, { params: { id: found.id } })
}

const numbers = async () => {
  const { rows } = await sql<{ n: number }>`select (select count(*) from items) + (select count(*) from stock_entry)
    + (select count(*) from lots) + (select count(*) from stock_adjustments) + (select count(*) from price_changes) as n`.execute(
    server.database.db,
  )
  return rows[0]?.n
}

describe('import of products', () => {
  test('[INV-01] a customer’s consignment location can’t be the default location of a new or existing product', async () => {
    const account = await addAccount(admin)
    const id = await consignmentLocation(admin, account.id)
    const { name } = await admin.do(placesApi.getLocation, { params: { id } })
    const { sku } = await addProduct(admin, place, { sku: 'HERE-1' })
    const rows = ['NEW-1', sku].map((one) => productCells(place, { sku: one, warehouse: name, quantity: '3' }))
    const checked = await checkProducts(admin, productCsv(rows))
    const problem = ['Location', 'is a consignment location: choose one of your own']
    expect(checked.problems.map(({ column, message }) => [column, message])).toEqual([problem, problem])
  })

  test('[INV-01] imports every field of the form, opening stock as ledger entries, and lots with expiry date', async () => {
    const full = productCells(place, {
      sku: 'FULL-1',
      description: 'First line\nsecond line, with a comma',
      category: place.category.name.toUpperCase(),
      warehouse: `${place.warehouse.name} (Warehouse)`,
      price: '1,234.5',
      cost: '0.0375',
      quantity: '1,200',
      lotControlled: 'yes',
      lotNumber: 'L-77',
      expiryDate: '31-May-2031',
      barcode: '4006381333931',
      retail: '1.5',
      wholesale: '1.4',
      distributor: '1.3',
      highVolume: '1.2',
      reorderPoint: '60',
      moq: '5',
      casesPerBale: '4',
      supplierCode: 'ABC-9',
      leadTimeDays: '14',
      coldChain: 'Yes',
      controlled: 'No',
      size: 'M',
      color: 'blue',
      weight: '0.25',
      note: "'=1+1",
    })
    const plain = productCells(place, { sku: 'PLAIN-1', quantity: '7' })
    const checked = await checkProducts(admin, productCsv([full, plain]))
    expect(checked).toMatchObject({ state: 'checked', rows: 2, good: 2, known: 0, bad: 0, problems: [] })
    expect(checked.toAdd).toMatchObject({ products: 2, updated: 0, pieces: 1207 })
    expect(checked.steps).toMatchObject([
      { row: 2, code: 'FULL-1', isNew: true, changes: [] },
      { row: 3, code: 'PLAIN-1', isNew: true },
    ])
    expect((await admin.do(inventoryApi.listProducts, { query: { q: 'FULL-1' } })).data).toEqual([])

    const done = await runProducts(admin, checked.id)
    expect(done).toMatchObject({ state: 'done', progress: 2, added: { products: 2, pieces: 1207 } })
    const product = await bySku('FULL-1')
    expect(product).toMatchObject({
      description: 'First line\nsecond line, with a comma',
      category: place.category.name,
      supplier: { id: place.supplier.id },
      warehouse: { id: place.warehouse.id },
      price: '1234.50',
      cost: '0.0375',
      priceTiers: { retail: '1.50', wholesale: '1.40', distributor: '1.30', highVolume: '1.20' },
      onHand: 1200,
      lotControlled: true,
      barcode: '4006381333931',
      reorderPoint: 60,
      moq: 5,
      pcsPerCase: 10,
      casesPerBale: 4,
      supplierCode: 'ABC-9',
      leadTimeDays: 14,
      coldChain: true,
      controlled: false,
      details: { size: 'M', color: 'blue', weight: '0.25', note: '=1+1' },
      stock: [{ lotNumber: 'L-77', expiryDate: '2031-05-31', onHand: 1200 }],
    })
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    expect(history.data).toMatchObject([{ effect: 'INITIAL', onHandChange: 1200 }])
    expect(history.data[0]?.document.number).toMatch(/^ADJ-\d{4}-\d{6}$/)
    expect(await bySku('PLAIN-1')).toMatchObject({ onHand: 7, lotControlled: false, stock: [{ lotNumber: 'none' }] })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-01] in semicolon-separated files a point separates thousands; an ambiguous price is refused', async () => {
    const cells = (one: ProductCells) => Object.values(productCells(place, one)).join(';')
    const heads = Object.keys(productCells(place)).map((key) => productColumns[key as ProductColumn].name)
    const rows = [
      { sku: 'DOT-1', price: '1.234,50', quantity: '1.200' },
      { sku: 'DOT-2', price: '12.5', cost: '0.375', quantity: '1.200.000' },
      { sku: 'DOT-3', price: '1.250', quantity: '1' },
      { sku: 'DOT-4', price: '1,250', quantity: '1.5' },
    ]
    const file = [[...heads, 'Opening stock'].join(';'), ...rows.map(cells)].join('\r\n')
    const checked = await checkProducts(admin, file)
    expect(checked).toMatchObject({ delimiter: ';', good: 2, bad: 2, toAdd: { products: 2, pieces: 1_201_200 } })
    expect(checked.problems).toMatchObject([
      { row: 4, column: 'Price', value: '1.250', message: 'could be 1250 or 1,250: write it one of these ways' },
      { row: 5, column: 'Opening stock' },
    ])
    await runProducts(admin, checked.id)
    expect(await bySku('DOT-1')).toMatchObject({ price: '1234.50', onHand: 1200 })
    expect(await bySku('DOT-2')).toMatchObject({ price: '12.50', cost: '0.375', onHand: 1_200_000 })
  })

  test('[INV-01] updates existing products by SKU: only filled cells, never the stock', async () => {
    const before = await addProduct(admin, place, {
      sku: 'Known-1',
      barcode: '96385074',
      quantity: 30,
      price: '10.00',
      details: { size: 'L', note: 'keep' },
    })
    const same = await addProduct(admin, place, { sku: 'Known-2' })
    const file = 'SKU;Price;Supplier\'s code;Size;On hand\r\nKNOWN-1;12,50;"S;1";;999\r\nKnown-2;10,00;;;\r\n'
    const checked = await checkProducts(admin, file)
    expect(checked).toMatchObject({ good: 1, known: 1, bad: 0, delimiter: ';' })
    expect(checked.toAdd).toMatchObject({ products: 0, updated: 1, pieces: 0 })
    expect(checked.steps).toEqual([
      {
        row: 2,
        name: before.name,
        code: 'Known-1',
        isNew: false,
        changes: [
          { column: 'SKU', from: 'Known-1', to: 'KNOWN-1' },
          { column: 'Price', from: '10.00', to: '12.50' },
          { column: "Supplier's code", from: '', to: 'S;1' },
        ],
      },
    ])
    expect((await runProducts(admin, checked.id)).added).toMatchObject({ products: 0, updated: 1, pieces: 0 })
    const after = await bySku('KNOWN-1')
    expect(after).toMatchObject({
      id: before.id,
      price: '12.50',
      supplierCode: 'S;1',
      barcode: '96385074',
      onHand: 30,
      details: { size: 'L', note: 'keep' },
      version: before.version + 1,
    })
    expect((await bySku('Known-2')).version).toBe(same.version)
    // The price history has the change.
    const { rows } =
      await sql`select price, old_amount, new_amount from price_changes where item_id = ${before.id}`.execute(
        server.database.db,
      )
    expect(rows).toEqual([{ price: 'price', old_amount: 100_000, new_amount: 125_000 }])
  })

  test('[INV-01] importing an exported list changes nothing', async () => {
    const stored = await addProduct(admin, place, { sku: 'ROUND-1', price: '3.3333', priceTiers: { retail: '4' } })
    const exported = await admin.send('GET', '/api/exports/products?q=ROUND-1')
    const again = await checkProducts(admin, exported.body as unknown as string)
    expect(again).toMatchObject({ good: 0, known: 1, bad: 0, problems: [] })
    expect(again.mapping).toMatchObject({
      sku: 'SKU',
      warehouse: 'Location',
      quantity: 'On hand',
      retail: 'Retail price',
    })
    expect((await bySku('ROUND-1')).version).toBe(stored.version)
  })

  test('(P3) 5,000 rows with ten invalid: the check lists each by row and field and writes nothing; the import adds the rest once', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) =>
      productCells(place, { sku: `MANY-${at}`, name: `Of many ${at}`, quantity: at % 3 === 0 ? '5' : '' }),
    )
    const spoil = (at: number, cells: Parameters<typeof productCells>[1]) => Object.assign(rows[at] ?? {}, cells)
    spoil(0, { name: '' })
    spoil(500, { price: '-1' })
    spoil(1000, { price: 'ten' })
    spoil(1500, { category: 'No such category' })
    spoil(2000, { supplier: 'No such supplier', warehouse: 'Nowhere' })
    spoil(2500, { pcsPerCase: '1.5' })
    spoil(3000, { quantity: '5', lotControlled: 'Yes' })
    spoil(3500, { quantity: '5', lotControlled: 'Yes', lotNumber: 'L1' })
    spoil(4000, { barcode: '4006381333932' })
    spoil(4999, { coldChain: 'maybe' })
    const before = await numbers()
    const checked = await checkProducts(admin, productCsv(rows))
    expect(await numbers()).toBe(before)
    expect(checked).toMatchObject({ state: 'checked', rows: 5000, progress: 5000, good: 4990, known: 0, bad: 10 })
    expect(checked.toAdd).toMatchObject({ products: 4990 })
    expect(checked.problems.map(({ row, column, value, message }) => [row, column, value, message])).toEqual([
      [2, 'Name', '', 'is required'],
      [502, 'Price', '-1', 'must not be negative'],
      [1002, 'Price', 'ten', 'is not an amount with at most 4 decimals'],
      [1502, 'Category', 'No such category', 'is not a category'],
      [2002, 'Supplier', 'No such supplier', 'is not a supplier'],
      [2002, 'Location', 'Nowhere', 'is not a location'],
      [2502, 'Pieces per case', '1.5', 'must be a whole number'],
      [3002, 'Lot', '', 'is required: this product is lot-tracked'],
      [3502, '', '', 'Expiry date is required for new lots that expire'],
      [4002, 'Barcode', '4006381333932', 'is not a valid GTIN: the check digit should be 1'],
      [5001, 'Cold chain', 'maybe', 'must be Yes or No'],
    ])
    const errors = await admin.send('GET', `/api/product-imports/${checked.id}/errors.csv`)
    const lines = String(errors.body).trim().split(/\r?\n/)
    expect(lines).toHaveLength(11)
    expect(lines[1]).toContain('Name is required')

    // Several concurrent runs: the others are refused while the first is running, or find nothing left to do.
    const params = { id: checked.id }
    const both = await Promise.all([1, 2, 3].map(() => admin.call(productImportsApi.runImport, { params })))
    expect(both.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(1)
    expect(both.every(({ status }) => status === 202 || status === 409)).toBe(true)
    const done = await settledProducts(admin, checked.id)
    expect(done).toMatchObject({ state: 'done', progress: 5000, good: 4990, bad: 10, added: { products: 4990 } })
    const { rows: sums } = await sql`select count(*) as products, sum(t.on_hand)::int as pieces from items i
      join item_stock t on t.item_id = i.id where i.sku like 'MANY-%'`.execute(server.database.db)
    expect(sums).toEqual([{ products: 4990, pieces: done.added.pieces }])
    expect(await brokenInvariants(server.database.db)).toEqual({})

    const after = await numbers()
    expect(await runProducts(admin, checked.id)).toMatchObject({ state: 'done', good: 0, known: 4990, bad: 10 })
    expect(await importProducts(admin, productCsv(rows))).toMatchObject({ good: 0, known: 4990, bad: 10 })
    expect(await numbers()).toBe(after)
  }, 120_000)

  test('lists duplicate rows, SKUs of other item types, lots without lot tracking and missing columns as problems', async () => {
    await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Wire', materialType: 'Metal', sku: 'RAW-1', quantity: 0 },
    })
    const stocked = await addProduct(admin, place, { sku: 'STOCKED', quantity: 3 })
    const duplicate = productCells(place, { sku: 'TWIN-1' })
    const file = productCsv([
      duplicate,
      { ...duplicate, sku: 'twin-1', price: '11' },
      productCells(place, { sku: 'RAW-1' }),
      productCells(place, { quantity: '1', lotNumber: 'L1' }),
      { sku: stocked.sku, lotControlled: 'Yes' },
      productCells(place, { quantity: '1', lotControlled: 'Yes', lotNumber: 'NONE', noExpiry: 'Yes' }),
      productCells(place, { sku: '' }),
      { sku: 'ONLY-SKU' },
    ])
    const { problems, bad, good } = await checkProducts(admin, file)
    expect([good, bad]).toEqual([0, 8])
    expect(problems.filter(({ row }) => row < 9).map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'SKU', 'appears in rows 2, 3 with different content'],
      [3, 'SKU', 'appears in rows 2, 3 with different content'],
      [4, 'SKU', 'is the SKU of a raw material or a kit'],
      [5, 'Lot', 'this product is not lot-tracked'],
      [6, 'Lot-tracked', 'can only be changed while nothing is on hand'],
      [7, 'Lot', 'is not a lot number'],
      [8, 'SKU', 'is missing'],
    ])
    expect(problems.filter(({ row }) => row === 9).map(({ column }) => column)).toEqual([
      'Name',
      'Description',
      'Category',
      'Supplier',
      'Location',
      'Price',
      'Cost',
      'Pieces per case',
    ])
    const named = await checkProducts(admin, 'SKU,Price\r\nNEW-BY-PRICE,5\r\n')
    expect(named.problems.map(({ column, message }) => [column, message])).toContainEqual(['', 'Name is required'])
  })

  test('imports a duplicate row once; a product created after the check is updated, not added again', async () => {
    const row = productCells(place, { sku: 'ONCE-1', quantity: '4' })
    const checked = await checkProducts(admin, productCsv([row, row]))
    expect(checked).toMatchObject({ good: 1, known: 1 })
    await addProduct(admin, place, { sku: 'once-1', name: 'By hand' })
    const done = await runProducts(admin, checked.id)
    // The row was new in the check but exists now: it is updated.
    expect(done).toMatchObject({ state: 'done', added: { products: 0, updated: 1, pieces: 0 } })
    const { data } = await admin.do(inventoryApi.listProducts, { query: { q: 'once-1' } })
    expect(data.map(({ sku, onHand }) => [sku, onHand])).toEqual([['ONCE-1', 0]])
  })

  test('(B16) four concurrent imports of the same list add each product once', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => productCells(place, { sku: `RACE-${at}`, quantity: '2' }))
    const ids = await Promise.all(
      [rows, rows.toReversed(), rows, rows.toReversed()].map(
        async (list) => (await checkProducts(admin, productCsv(list))).id,
      ),
    )
    const done = await Promise.all(ids.map((id) => runProducts(admin, id)))
    expect(
      done.map(({ state, good, known, bad, added }) => [state, good + known, bad, good === added.products]),
    ).toEqual(done.map(() => ['done', 450, 0, true]))
    expect(done.reduce((sum, { added }) => sum + added.products, 0)).toBe(450)
    expect(done.reduce((sum, { added }) => sum + added.pieces, 0)).toBe(900)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 60_000)
})

describe('Excel workbook', () => {
  const workbook = async (rows: unknown[][]) =>
    writeXlsxFile(
      rows.map((row) => row.map((value) => (value === null ? null : { value }))) as never,
      {
        dateFormat: 'dd/mm/yyyy',
      } as never,
    ).toBuffer()

  test('is read like a CSV file, including numbers, dates and yes/no values', async () => {
    const header = [
      'SKU',
      'Name',
      'Description',
      'Category',
      'Supplier',
      'Location',
      'Price',
      'Cost',
      'Pieces per case',
    ]
    const bytes = await workbook([
      [...header, 'Opening stock', 'Lot-tracked', 'Lot', 'Expiry date'],
      [
        'XL-1',
        'From Excel',
        '=1+1',
        place.category.name,
        place.supplier.name,
        place.warehouse.name,
        0.1 + 0.2,
        2,
        10,
        12,
        true,
        'L9',
        { date: 1 },
      ].map((value) => (typeof value === 'object' ? new Date(Date.UTC(2030, 0, 31)) : value)),
      [null],
      ['XL-2', 'Bad'],
    ])
    const { status, body } = await uploadProducts(admin, bytes, 'products.xlsx', workbookType)
    expect([status, body.encoding]).toEqual([201, 'the sheet Sheet1 of an Excel workbook'])
    await admin.do(productImportsApi.checkImport, { params: { id: body.id }, body: {} })
    const checked = await settledProducts(admin, body.id)
    expect(checked).toMatchObject({ rows: 2, good: 1, bad: 1 })
    expect(new Set(checked.problems.map(({ row }) => row))).toEqual(new Set([4]))
    await runProducts(admin, body.id)
    expect(await bySku('XL-1')).toMatchObject({
      description: '=1+1',
      price: '0.30',
      onHand: 12,
      stock: [{ lotNumber: 'L9', expiryDate: '2030-01-31' }],
    })
  }, 60_000)

  test('a damaged file, another file type or a zip bomb is refused with the reason (422)', async () => {
    const refused = async (content: Uint8Array) => {
      const { status, body } = await uploadProducts(admin, content, 'x.xlsx', workbookType)
      return [status, (body as unknown as { error: string }).error]
    }
    expect(await refused(Buffer.from('PK\u0003\u0004 and no more'))).toEqual([422, 'file: is damaged'])
    // Files whose beginning was lost.
    for (const content of ['\u0000\u0001\u0002 no more', 'Half of\na download', ''])
      expect(await refused(Buffer.from(content))).toEqual([422, 'file: is not a readable Excel file'])
    const { zip } = await import('#server/files/zip-stream.ts')
    const packed = async (parts: { name: string; content: Iterable<string> }[]) => {
      const pieces: Buffer[] = []
      for await (const piece of zip(parts)) pieces.push(piece)
      return Buffer.concat(pieces)
    }
    expect(await refused(await packed([{ name: 'a.xml', content: ['<a/>'] }]))).toEqual([
      422,
      'file: is not an Excel workbook',
    ])
    const megabyte = ' '.repeat(1024 * 1024)
    const bomb = await packed([
      { name: 'xl/workbook.xml', content: ['<workbook/>'] },
      { name: 'xl/worksheets/sheet1.xml', content: Array.from({ length: 200 }, () => megabyte) },
    ])
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    expect(await refused(bomb)).toEqual([422, 'file: is too large when it is unpacked: save the sheet as CSV'])
    // The zip directory declares ten bytes for the sheet: no more is unpacked.
    const lying = Buffer.from(bomb)
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from('PK\u0001\u0002')) + 24)
    expect(await refused(lying)).toEqual([422, 'file: is not a readable workbook'])
  }, 60_000)
})

describe('refusals', () => {
  test('users without edit permission for the inventory can neither import nor list imports', async () => {
    const file = productCsv([productCells(place)])
    expect((await uploadProducts(server.nobody, file)).status).toBe(401)
    const staff = await server.as('staff')
    expect((await uploadProducts(staff, file)).status).toBe(403)
    expect((await staff.call(productImportsApi.listImports, {})).status).toBe(403)
    const editor = await server.as('staff', { inventory: { view: true, edit: true } })
    const { body } = await uploadProducts(editor, file)
    expect((await editor.do(productImportsApi.listImports, {})).data.map(({ id }) => id)).toContain(body.id)
  })

  test('an import fails and adds nothing if its user loses the permission before it runs (Z9)', async () => {
    const staff = await server.as('staff', { inventory: { view: true, edit: true } })
    const { id } = await checkProducts(staff, productCsv([productCells(place, { sku: 'RIGHT-LOST' })]))
    await staff.do(productImportsApi.runImport, { params: { id } })
    await sql`update users set permissions = '{"inventory": {"view": true}}' where id = ${staff.userId}`.execute(
      server.database.db,
    )
    expect(await settledProducts(admin, id)).toMatchObject({
      state: 'failed',
      failure: 'Who started this import no longer has the right to it.',
      added: { products: 0 },
    })
  })

  test('an import of products gets 404 on the endpoints for delivery imports', async () => {
    const { body } = await uploadProducts(admin, productCsv([productCells(place)]))
    const params = { id: body.id }
    expect((await admin.call(importsApi.getImport, { params })).status).toBe(404)
    expect((await admin.call(importsApi.runImport, { params })).status).toBe(404)
    expect((await admin.call(importsApi.cancelImport, { params })).status).toBe(404)
    expect((await admin.call(importsApi.checkImport, { params, body: {} })).status).toBe(404)
    expect((await admin.send('GET', `/api/imports/${body.id}/errors.csv`)).status).toBe(404)
    expect((await admin.do(importsApi.listImports, {})).data.map(({ id }) => id)).not.toContain(body.id)
  })

  test('refuses to run an unchecked import, to map an unknown column and to cancel a finished import', async () => {
    const { body } = await uploadProducts(admin, productCsv([productCells(place)]))
    const params = { id: body.id }
    expect((await admin.call(productImportsApi.runImport, { params })).status).toBe(409)
    const check = (mapping: Record<string, string>) =>
      admin.call(productImportsApi.checkImport, { params, body: { mapping } })
    expect((await check({ sku: '' })).body).toMatchObject({
      fields: { 'mapping.sku': 'choose the column that holds SKU' },
    })
    expect((await check({ price: 'Nothing' })).status).toBe(422)
    expect((await check({ packPrice: 'Price' })).body).toMatchObject({
      fields: { 'mapping.packPrice': 'is not a column of a list of products' },
    })
    expect((await admin.do(productImportsApi.cancelImport, { params })).state).toBe('cancelled')
    expect((await admin.call(productImportsApi.cancelImport, { params })).status).toBe(409)
  })

  test('a category deleted after the check is reported as a problem; the other rows are imported', async () => {
    const category = await admin.do(inventoryApi.createCategory, { body: { name: 'Soon gone' } })
    const checked = await checkProducts(
      admin,
      productCsv([productCells(place), productCells(place, { category: 'Soon gone' })]),
    )
    expect(checked).toMatchObject({ good: 2, bad: 0 })
    await admin.do(inventoryApi.deleteCategory, { params: { id: category.id } }, { version: category.version })
    const done = await runProducts(admin, checked.id)
    expect(done).toMatchObject({ state: 'done', good: 1, bad: 1, added: { products: 1 } })
    expect(done.problems).toMatchObject([{ row: 3, column: 'Category', message: 'is not a category' }])
  })

  test('the template can be read and mapped unchanged', async () => {
    const template = await admin.send('GET', '/api/product-imports/template.csv')
    const checked = await checkProducts(admin, template.body as unknown as string)
    expect(checked.rows).toBe(1)
    expect(Object.keys(checked.mapping).length).toBe(checked.columns.length)
    // Its names are examples that don't exist here.
    expect(checked.problems.map(({ column }) => column)).toEqual(['Category', 'Supplier', 'Location'])
  })
})
