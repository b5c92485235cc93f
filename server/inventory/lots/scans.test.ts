import { beforeAll, describe, expect, test } from 'vitest'
import { groupSeparator } from '#shared/codes/gs1.ts'
import { ownCode } from '#shared/codes/own-codes.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { searchApi } from '#shared/search/api.ts'
import { changeSettings } from '#test/settings.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let gloves: Product
let lotId: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  gloves = await addProduct(admin, place, { sku: 'GLV-1', barcode: '4006381333931', lotControlled: true })
  await admin.do(inventoryApi.addStock, {
    params: { id: gloves.id },
    body: { quantity: 10, reason: 'return', lotNumber: 'Ab-1', expiryDate: '2030-01-31' },
  })
  const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: gloves.id } })
  lotId = stock[0]?.lotId ?? ''
})
const scan = (code: string, client: Client = admin) => client.call(scanApi.scan, { query: { code } })
const found = async (code: string, client: Client = admin) => {
  const { found: all } = await client.do(scanApi.scan, { query: { code } })
  return all.map(({ type, id }) => [type, id])
}

describe('[SCAN-05] finds records by scanned codes', () => {
  test('a product by its EAN, its case-insensitive SKU, its own label and a GS1 symbol', async () => {
    for (const code of [
      '4006381333931',
      ']E04006381333931',
      '04006381333931',
      'glv-1',
      ownCode('product', gloves.id),
      ']d20104006381333931',
    ]) {
      expect(await found(code), code).toEqual([['product', gloves.id]])
    }
  })
  test('a lot by GTIN and lot number, by its label and by its number; the response includes its product', async () => {
    const symbol = `]d201040063813339311730013110AB-1${groupSeparator}3012`
    const { body } = await scan(symbol)
    expect(body.content).toEqual({
      kind: 'gs1',
      text: '(01)04006381333931(17)300131(10)AB-1(30)12',
      gtin: '04006381333931',
      lotNumber: 'AB-1',
      manufacturedOn: null,
      expiryDate: '2030-01-31',
      serial: null,
      quantity: 12,
    })
    expect(body.found).toMatchObject([
      { type: 'lot', id: lotId, product: { id: gloves.id }, lot: { lotNumber: 'Ab-1', expiryDate: '2030-01-31' } },
    ])
    for (const code of ['ab-1', ownCode('lot', lotId)]) expect(await found(code), code).toEqual([['lot', lotId]])
  })
  test('finds the product for an unknown lot of a known product; finds nothing for a lot of an unknown product', async () => {
    expect(await found('(01)04006381333931(10)NEW')).toEqual([['product', gloves.id]])
    expect(await found('(01)09506000134352(10)Ab-1')).toEqual([])
  })
  test('a location by its label; an order, its shipment and its invoice by their numbers, according to permissions', async () => {
    expect(await found(ownCode('location', place.warehouse.id))).toEqual([['location', place.warehouse.id]])
    const product = await addProduct(admin, place, { quantity: 5 })
    const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 2]])
    const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const ready = await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
    expect(await found(order.number.toLowerCase())).toEqual([['salesOrder', order.id]])
    expect(await found(invoice?.number ?? '')).toEqual([['invoice', invoice?.id]])
    const shipment = ready.shipments[0]?.number ?? ''
    expect(await found(shipment)).toEqual([['shipment', ready.shipments[0]?.id]])
    const sells = await server.as('staff', { salesOrders: { view: true, edit: true } })
    expect(await found(order.number, sells)).toEqual([['salesOrder', order.id]])
    expect(await found(shipment, sells)).toEqual([['salesOrder', order.id]])
    expect(await found(invoice?.number ?? '', sells)).toEqual([])
    await admin.do(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Not wanted' } })
    expect(await found(invoice?.number ?? '')).toEqual([])
  })
  test('a shipment by its package label, with the scanner and in the command palette; not for drivers', async () => {
    await changeSettings(admin, { logistics: { gs1Prefix: '4012345' } })
    const product = await addProduct(admin, place, { quantity: 5 })
    const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 2]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const { shipments } = await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
    const [{ id, number } = { id: '', number: '' }] = shipments
    const body = { packages: [{ kind: 'carton' as const }] }
    const input = { params: { id }, body } as never
    const { body: packed } = await admin.call(shipmentsApi.putPackages, input, { version: 1 })
    await changeSettings(admin, { logistics: { gs1Prefix: null } })
    const sscc = packed.shipmentPackages[0]?.sscc ?? ''
    const codes = [
      `]C100${sscc}`,
      `00${sscc}`,
      sscc,
      `(00) ${sscc}`,
      `(00)${sscc}`,
      `${number}-1`,
      `${number.toLowerCase()}-1`,
    ]
    for (const code of codes) {
      expect(await found(code), code).toEqual([['shipment', id]])
      const { data } = await admin.do(searchApi.search, { query: { q: code } })
      expect(data, code).toMatchObject([{ kind: 'shipment', id, label: `${number}, package 1` }])
    }
    expect(await found(`${number}-2`)).toEqual([])
    expect(await found(sscc, await server.as('driver'))).toEqual([])
  })
  test('purchase orders, transfers and kit orders by number, each with its permission; a kit by its label and SKU', async () => {
    const part = await addProduct(admin, place, { quantity: 10 })
    const { id, number } = await addPurchase(admin, place, [[part.id, 1, '1.00']])
    const other = (await addPlace(admin)).warehouse.id
    const lines = [{ itemId: part.id, quantity: 1 }]
    const transfer = await admin.do(transfersApi.createTransfer, {
      body: { sourceId: place.warehouse.id, destinationId: other, lines },
    })
    const { kit } = await admin.do(kitsApi.createKit, {
      body: { name: 'Scanned kit', price: '25.00', warehouse: place.warehouse.id, components: lines },
    })
    const pack = { kitId: kit.id, locationId: place.warehouse.id, quantity: 1 }
    const order = await admin.do(kitOrdersApi.createKitOrder, { body: pack })
    for (const [code, type, one] of [
      [number, 'purchaseOrder', id],
      [transfer.number, 'transfer', transfer.id],
      [order.number, 'kitOrder', order.id],
      [ownCode('product', kit.id), 'kit', kit.id],
      [kit.sku, 'kit', kit.id],
    ] as const) {
      expect(await found(code.toLowerCase()), code).toEqual([[type, one]])
    }
    const buys = await server.as('staff', { inventory: { view: false }, purchaseOrders: { view: true } })
    expect([await found(number, buys), await found(transfer.number, buys), await found(order.number, buys)]).toEqual([
      [['purchaseOrder', id]],
      [],
      [],
    ])
    const keeps = await server.as('staff', { inventory: { view: true }, purchaseOrders: { view: false } })
    expect([await found(number, keeps), await found(transfer.number, keeps)]).toEqual([[], [['transfer', transfer.id]]])
    await admin.do(transfersApi.deleteTransfer, { params: { id: transfer.id } })
    expect(await found(transfer.number)).toEqual([])
  })
  test('a lot named after its production run', async () => {
    const factory = await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })
    const film = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Film', materialType: 'Film', location: factory.id, cost: '1.00', quantity: 5 },
    })
    const made = await addProduct(admin, place, {
      billOfMaterials: [{ rawMaterialId: film.id, quantity: 1 }],
      lotControlled: true,
    })
    await admin.do(productionApi.produce, { params: { id: made.id }, body: { locationId: factory.id, quantity: 2 } })
    const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: made.id } })
    expect(stock[0]?.lotNumber).toMatch(/^PRD-/)
    expect(await found(stock[0]?.lotNumber ?? '')).toEqual([['lot', stock[0]?.lotId]])
  })
  test('a raw material by its barcode and SKU, and its lot by its printed label', async () => {
    const wire = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: {
        name: 'Steel wire',
        materialType: 'Metal',
        sku: 'WIRE-1',
        barcode: '5901234123457',
        location: place.warehouse.id,
        lotControlled: true,
      },
    })
    await admin.do(rawMaterialsApi.addStock, {
      params: { id: wire.id },
      body: { quantity: 5, reason: 'purchase_order', lotNumber: 'W-77', noExpiry: true },
    })
    const [stock] = (await admin.do(rawMaterialsApi.getRawMaterial, { params: { id: wire.id } })).stock
    const lot = [['lot', stock?.lotId]]
    for (const code of ['5901234123457', 'wire-1']) expect(await found(code), code).toEqual([['rawMaterial', wire.id]])
    for (const code of [ownCode('lot', stock?.lotId ?? ''), 'w-77', '(01)05901234123457(10)W-77'])
      expect(await found(code), code).toEqual(lot)
    expect((await scan('w-77')).body.found).toMatchObject([{ product: null, lot: { lotNumber: 'W-77' } }])
    const stores = await server.as('staff', { inventory: { view: true } })
    expect([await found('WIRE-1', stores), await found('w-77', stores)]).toEqual([[], lot])
    expect(await found('w-77', await server.as('staff', { rawmaterials: { view: true } }))).toEqual([])
  })
  test('all products that share one barcode', async () => {
    const [one, two] = [
      await addProduct(admin, place, { barcode: '96385074' }),
      await addProduct(admin, place, { barcode: '96385074' }),
    ]
    expect((await found('96385074')).map(([, id]) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  })
  test('the response shows a number as it is printed, with its leading zeros', async () => {
    for (const code of ['036000291452', '96385074', '4006381333931']) {
      expect((await scan(code)).body.content, code).toMatchObject({ kind: 'gtin', text: code })
    }
  })
  test('does not find a deleted product', async () => {
    const gone = await addProduct(admin, place, { barcode: '036000291452' })
    expect(await found('036000291452')).toEqual([['product', gone.id]])
    await admin.do(inventoryApi.deleteProduct, { params: { id: gone.id } })
    expect(await found('036000291452')).toEqual([])
  })
})

describe('[SCAN-05] problems with codes and permissions', () => {
  test('a malformed code is refused (422) with the reason; an unknown one finds nothing, with a warning if its check digit is wrong', async () => {
    const broken = await scan(']d20104006381333932')
    expect([broken.status, broken.body.fields?.['code']]).toEqual([
      422,
      'The GTIN (01) ends with 2; its check digit is 1.',
    ])
    expect((await scan('4006381333932')).body).toMatchObject({
      found: [],
      doubt: expect.stringContaining('is 1, not 2'),
    })
    expect((await scan('No such thing')).body).toMatchObject({
      found: [],
      doubt: null,
      content: { text: 'No such thing' },
    })
  })
  test('refuses missing and overlong codes and unknown keys (422), requests without a session (401) and customers (403)', async () => {
    const status = async (path: string) => (await admin.send('GET', path)).status
    expect(await status('/api/scan')).toBe(422)
    expect(await status('/api/scan?code=')).toBe(422)
    expect(await status(`/api/scan?code=${'1'.repeat(500)}`)).toBe(422)
    expect(await status('/api/scan?code=1&more=2')).toBe(422)
    expect((await scan('1', server.nobody)).status).toBe(401)
    expect((await scan('1', await server.as('customer'))).status).toBe(403)
  })
  test('users without inventory permission find no lots or locations, and find products only if they sell', async () => {
    const driver = await server.as('driver')
    const seller = await server.as('sales_rep')
    expect(await found('GLV-1', driver)).toEqual([])
    expect(await found('ab-1', driver)).toEqual([])
    expect(await found(ownCode('location', place.warehouse.id), driver)).toEqual([])
    expect(await found('GLV-1', seller)).toEqual([['product', gloves.id]])
    expect(await found(ownCode('lot', lotId), seller)).toEqual([])
  })
})
