import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { importsApi, noCounts } from '#shared/imports/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { checkFile, csvOf, delivery, importFile, settled, uploadFile } from '#test/delivery-history.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const rowsOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.database.db)
  return rows[0]?.n ?? 0
}

const orderOf = async (reference: string) => {
  const { data } = await admin.do(salesApi.listOrders, { query: { q: reference } })
  const [row] = data
  if (!row) throw new Error(`No order ${reference}`)
  return admin.do(salesApi.getOrder, { params: { id: row.id } })
}

describe('import of a delivery history', () => {
  test('[IMP-01] creates suppliers, factories, products, customers and delivered orders with their dates', async () => {
    const lines = [
      delivery({ orderNumber: 'PO-A', deliveryNumber: 'DN-A1', vendor: 'Aurobindo', lineValue: '32.01' }),
      delivery({
        orderNumber: 'PO-A',
        deliveryNumber: 'DN-A2',
        itemDescription: 'Nevirapine 10mg/ml, oral suspension, Bottle, 240 ml',
        vendor: 'AUROBINDO ',
        packSize: '240',
        quantity: '1,000',
        packPrice: '6.2',
        lineValue: '6200',
        deliveredDate: '2014-09-01',
        weight: 'Weight Captured Separately',
        freight: 'Freight Included in Commodity Cost',
      }),
    ]
    const done = await importFile(admin, csvOf(lines))
    expect(done).toMatchObject({
      state: 'done',
      rows: 2,
      progress: 2,
      good: 2,
      known: 0,
      bad: 0,
      problems: [],
      failure: null,
    })
    expect(done.added).toEqual({
      ...noCounts,
      suppliers: 1,
      factories: 1,
      categories: 1,
      products: 2,
      accounts: 1,
      orders: 1,
      lines: 2,
      shipments: 2,
    })

    const order = await orderOf('PO-A')
    expect(order).toMatchObject({
      number: 'SO-2006-000001',
      status: 'DELIVERED',
      reference: 'PO-A',
      account: { name: 'Kenya · NBO-01' },
      orderDate: '2006-06-02',
      requestedDate: '2006-06-02',
      deliveredDate: '2014-09-01',
      total: '6232.01',
      invoice: null,
    })
    expect(order.orderLines.map(({ quantity, unitPrice, total }) => [quantity, unitPrice, total])).toEqual([
      [10, '3.20', '32.01'],
      [1000, '6.20', '6200.00'],
    ])
    expect(order.shipments).toMatchObject([
      {
        status: 'DELIVERED',
        method: 'carrier',
        carrier: 'Air',
        trackingNumber: 'DN-A1',
        deliveredAt: '2014-08-27T12:00:00.000000Z',
      },
      { status: 'DELIVERED', trackingNumber: 'DN-A2' },
    ])
    expect(order.timeline).toMatchObject([
      { move: 'import', from: null, to: 'DELIVERED', reason: 'Imported from history.csv' },
    ])
    const { rows } = await sql`select weight_grams, freight from shipments order by tracking_number`.execute(
      server.database.db,
    )
    expect(rows).toEqual([
      { weight_grams: 13_000, freight: 78_034 },
      { weight_grams: null, freight: null },
    ])

    const productId = order.orderLines[1]?.product.id ?? ''
    expect(await admin.do(inventoryApi.getProduct, { params: { id: productId } })).toMatchObject({
      name: 'Nevirapine 10mg/ml, oral suspension, Bottle, 240 ml',
      category: 'ARV / Adult',
      supplier: { name: 'Aurobindo' },
      warehouse: { name: 'Plant 1', type: 'Factory' },
      price: '6.20',
      cost: '6.20',
      pcsPerCase: 240,
      onHand: 0,
    })
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: productId } })
    expect(
      history.data.map(({ effect, onHandChange, onHandAfter, document }) => [
        effect,
        onHandChange,
        onHandAfter,
        document.number,
      ]),
    ).toEqual([
      ['SHIP', -1000, 0, 'SO-2006-000001'],
      ['RECEIVE', 1000, 1000, 'SO-2006-000001'],
    ])
  })

  test('[IMP-02] a second import of the same file adds nothing, even after a supplier was renamed', async () => {
    const file = csvOf([delivery({ vendor: 'Cipla' }), delivery({ vendor: 'Cipla' })])
    expect((await importFile(admin, file)).added).toMatchObject({ orders: 2, lines: 2, suppliers: 1 })
    const { data } = await admin.do(crmApi.listSuppliers, { query: { q: 'Cipla' } })
    const [cipla] = data
    await admin.do(
      crmApi.updateSupplier,
      { params: { id: cipla?.id ?? '' }, body: { name: 'Cipla Limited' } },
      { version: cipla?.version ?? 0 },
    )

    const tables = [
      'suppliers',
      'locations',
      'items',
      'accounts',
      'sales_orders',
      'sales_order_lines',
      'shipments',
      'stock_entry',
      'counters',
    ]
    const before = await Promise.all(tables.map(rowsOf))
    const again = await importFile(admin, file)
    expect(again).toMatchObject({ state: 'done', good: 0, known: 2, bad: 0, added: noCounts })
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before)
    // Running the same import again adds nothing, too.
    await admin.do(importsApi.runImport, { params: { id: again.id } })
    expect(await settled(admin, again.id)).toMatchObject({ state: 'done', known: 2, added: noCounts })
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before)
  })

  test('matches existing records by name and leaves them unchanged', async () => {
    const supplier = await admin.do(crmApi.createSupplier, { body: { name: 'hetero labs', phone: '+91 40' } })
    const account = await admin.do(crmApi.createAccount, { body: { name: 'Ministry of Health', code: 'UG-77' } })
    const place = await admin.do(inventoryApi.createLocation, { body: { name: 'Hetero Unit III', type: 'Warehouse' } })
    const line = delivery({
      vendor: 'Hetero Labs',
      projectCode: 'UG-77',
      country: 'Uganda',
      manufacturingSite: 'HETERO  Unit III',
      orderNumber: 'PO-H',
    })
    const checked = await checkFile(admin, csvOf([line]))
    expect(checked.toAdd).toMatchObject({ suppliers: 0, factories: 0, accounts: 0, orders: 1, lines: 1, shipments: 1 })
    await admin.do(importsApi.runImport, { params: { id: checked.id } })
    expect((await settled(admin, checked.id)).added).toMatchObject({
      suppliers: 0,
      factories: 0,
      accounts: 0,
      orders: 1,
    })
    expect((await orderOf('PO-H')).account.id).toBe(account.id)
    expect(await admin.do(crmApi.getSupplier, { params: { id: supplier.id } })).toMatchObject({
      name: 'hetero labs',
      phone: '+91 40',
    })
    const { rows } = await sql`select 1 from locations where lower(name) = ${place.name.toLowerCase()}`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('sets the latest price, and creates separate products for different brands with the same description', async () => {
    const name = 'Tenofovir 300mg'
    const lines = [
      delivery({
        itemDescription: name,
        brand: 'Viread',
        packPrice: '9.5',
        deliveredDate: '5-May-12',
        lineValue: '95',
      }),
      delivery({
        itemDescription: name,
        brand: 'Viread',
        packPrice: '17.255',
        deliveredDate: '5-May-13',
        lineValue: '172.5',
      }),
      delivery({ itemDescription: name, brand: 'Viread', packPrice: '0', deliveredDate: '5-May-11', lineValue: '0' }),
      delivery({ itemDescription: name, brand: 'Generic', packPrice: '4' }),
    ]
    expect((await importFile(admin, csvOf(lines))).added).toMatchObject({ products: 2, lines: 4 })
    const { data } = await admin.do(inventoryApi.listProducts, { query: { q: name } })
    expect(data.map((row) => [row.name, row.price]).toSorted()).toEqual([
      ['Tenofovir 300mg (Brand: Generic. Dosage: 600mg. Pack of 30)', '4.00'],
      ['Tenofovir 300mg (Brand: Viread. Dosage: 600mg. Pack of 30)', '17.255'],
    ])
  })

  test('creates a new supplier if the one of that name was deleted', async () => {
    await importFile(admin, csvOf([delivery({ vendor: 'Gone Ltd', itemDescription: 'One time product' })]))
    await sql`update suppliers set deleted_at = moment() where name = 'Gone Ltd'`.execute(server.database.db)
    const again = await importFile(admin, csvOf([delivery({ vendor: 'Gone Ltd' })]))
    expect(again).toMatchObject({ state: 'done', added: { suppliers: 1 } })
  })
})

describe('import of a file with invalid rows', () => {
  const lines = () => [
    delivery({ lineId: 'H1', orderNumber: 'PO-HALF', deliveryNumber: 'DN-HALF', vendor: 'Half Ltd' }),
    delivery({
      lineId: 'H2',
      orderNumber: 'PO-HALF',
      deliveryNumber: 'DN-HALF',
      quantity: '=-3',
      vendor: 'Nobody Ltd',
    }),
    delivery({ lineId: 'H3', orderNumber: 'PO-LOST', scheduledDate: '31-Feb-10', vendor: '' }),
  ]

  test('[IMP-03] imports the valid rows, lists each problem and offers the invalid rows as a file to correct', async () => {
    const done = await importFile(admin, csvOf(lines()))
    expect(done).toMatchObject({
      state: 'done',
      rows: 3,
      good: 1,
      known: 0,
      bad: 2,
      progress: 3,
      added: { orders: 1, lines: 1 },
    })
    expect(done.problems).toEqual([
      { row: 3, column: 'Line Item Quantity', value: '=-3', message: 'is not a number' },
      {
        row: 4,
        column: 'Scheduled Delivery Date',
        value: '31-Feb-10',
        message: expect.stringContaining('is not a date'),
      },
      { row: 4, column: 'Vendor', value: '', message: 'is missing' },
    ])
    const { rows } = await sql`select 1 from suppliers where name = 'Nobody Ltd'`.execute(server.database.db)
    expect(rows, 'nothing of a bad row').toEqual([])

    const errors = await admin.send('GET', `/api/imports/${done.id}/errors.csv`)
    expect(errors.status).toBe(200)
    expect(errors.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(errors.headers.get('content-disposition')).toContain('history-problems.csv')
    const file = errors.body as unknown as string
    expect(file.split('\r\n')[0]).toMatch(/^\uFEFF?ID,.*,Problem$/)
    expect(file).toContain("'=-3")
    expect(file).toContain('Line Item Quantity is not a number')
    expect(file).not.toContain('H1')

    const mended = file
      .replace("'=-3", '7')
      .replace('31-Feb-10', '28-Feb-10')
      .replace('ARV,Adult,,', 'ARV,Adult,Half Ltd,')
    const fixed = await importFile(admin, mended)
    expect(fixed).toMatchObject({ state: 'done', bad: 0, known: 0, added: { orders: 1, lines: 2, shipments: 1 } })
    expect(await orderOf('PO-HALF')).toMatchObject({
      total: '64.00',
      lines: 2,
      shipments: [{ trackingNumber: 'DN-HALF' }],
    })
  })

  test('refuses rows that contradict an earlier import', async () => {
    await importFile(admin, csvOf([delivery({ lineId: 'K1', orderNumber: 'PO-K' }), delivery({ orderNumber: 'PO-L' })]))
    const file = csvOf([
      delivery({ lineId: 'K1', orderNumber: 'PO-K', quantity: '11' }),
      delivery({ orderNumber: 'PO-L', country: 'Zambia' }),
    ])
    const checked = await checkFile(admin, file)
    expect(checked).toMatchObject({ good: 0, known: 0, bad: 2 })
    expect(checked.problems.map((one) => one.message)).toEqual([
      'was imported before with other content: 10 packs for 32.00 in order PO-K',
      'was imported before as the order of Kenya · NBO-01',
    ])
  })
})

describe('access to imports', () => {
  test('only administrators can upload and list imports (401, 403)', async () => {
    const file = csvOf([delivery()])
    expect((await uploadFile(server.nobody, file)).status).toBe(401)
    for (const role of ['staff', 'driver', 'customer', 'sales_rep'] as const) {
      const client = await server.as(role)
      expect([role, (await uploadFile(client, file)).status]).toEqual([role, 403])
      expect((await client.call(importsApi.listImports, {})).status).toBe(403)
    }
  })

  test('refuses other file types than CSV (422) and large files (413); refuses CSV on other endpoints (415)', async () => {
    const path = '/api/imports?fileName=x.csv'
    expect((await admin.send('POST', path, '{}', { 'content-type': 'application/json' })).status).toBe(422)
    expect((await admin.send('POST', '/api/suppliers', 'a,b', { 'content-type': 'text/csv' })).status).toBe(415)
    const large = await admin.send('POST', path, 'a'.repeat(50 * 1024 * 1024 + 1), { 'content-type': 'text/csv' })
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE'])
  })

  test('the template can be imported unchanged', async () => {
    const template = await admin.send('GET', '/api/imports/template.csv')
    expect(await importFile(admin, template.body as unknown as string)).toMatchObject({
      state: 'done',
      good: 1,
      bad: 0,
    })
  })
})
