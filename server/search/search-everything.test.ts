import { beforeAll, describe, expect, test } from 'vitest'
import { mayView } from '#shared/access/menu.ts'
import { type Permissions, roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { searchApi, maxFound, maxFoundPerKind } from '#shared/search/api.ts'
import { pageOfFound, searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  addPurchase,
  completeReturn,
  deliveredOrder,
  newBarcode,
  type TestPlace,
} from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})
const find = async (q: string, client = admin) => (await client.do(searchApi.search, { query: { q } })).data
const labels = async (q: string, client = admin) => (await find(q, client)).map(({ kind, label }) => `${kind} ${label}`)
const withRights = (permissions: Permissions) => server.as('staff', permissions)

describe('the search over everything (G1)', () => {
  test('[UI-02] finds products by name, SKU and barcode, also without hyphens, the exact match first', async () => {
    const barcode = newBarcode()
    await addProduct(admin, place, { name: 'Zephyr mask large', sku: 'ZPH-900-L' })
    await addProduct(admin, place, { name: 'Zephyr mask', sku: 'ZPH-900', barcode })
    expect(await labels('zephyr mask')).toEqual(['product Zephyr mask', 'product Zephyr mask large'])
    expect(await labels('mask ZEPHYR large')).toEqual(['product Zephyr mask large'])
    expect(await labels('zph900')).toHaveLength(2)
    expect(await labels('ZPH-900')).toEqual(['product Zephyr mask', 'product Zephyr mask large'])
    expect(await labels(barcode)).toEqual(['product Zephyr mask'])
    expect(await labels('ze')).toContain('product Zephyr mask')
  })

  test('[UI-02] ranks whole words and parts of codes before letters inside a word', async () => {
    await addProduct(admin, place, { name: 'Nitrilex examination gloves, L', sku: 'GLX-NIT-L' })
    await addProduct(admin, place, { name: 'Nitrilex examination gloves, M', sku: 'GLX-NIT-M' })
    expect((await labels('nitrilex m'))[0]).toBe('product Nitrilex examination gloves, M')
    expect((await labels('nitrilex l'))[0]).toBe('product Nitrilex examination gloves, L')
  })

  test('[UI-02] finds a document by its number without year and leading zeros', async () => {
    const product = await addProduct(admin, place, { name: 'Numbered gauze' })
    const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 1]])
    const purchase = await addPurchase(admin, place, [[product.id, 5, '1.00']])
    for (const [kind, number] of [
      ['salesOrder', order.number],
      ['purchaseOrder', purchase.number],
    ] as const) {
      const short = number.replace(/-\d+-0*/, '-')
      expect((await labels(short))[0]).toBe(`${kind} ${number}`)
      expect((await labels(short.toLowerCase().replace('-', ' ')))[0]).toBe(`${kind} ${number}`)
    }
    expect(await labels('SO-999999')).toEqual([])
  })

  test('finds similar spellings only if nothing matches the words', async () => {
    await addProduct(admin, place, { name: 'Quillon tourniquet' })
    await addAccount(admin, { name: 'Tournament clinic Quay' })
    expect(await labels('quillon tourniqet')).toEqual(['product Quillon tourniquet'])
    expect(await labels('tourniquet')).toEqual(['product Quillon tourniquet'])
    expect(await labels('xqzwv jkpty')).toEqual([])
  })

  test('finds every kind of record by name, number, phone or email', async () => {
    const product = await addProduct(admin, place, { name: 'Wexford gauze', quantity: 20 })
    const account = await addAccount(admin, {
      name: 'Wexford hospital',
      phone: '+353 53 915-3000',
      email: 'buy@wexf.test',
    })
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    await admin.do(crmApi.createSupplier, { body: { name: 'Wexford mills' } })
    const purchase = await addPurchase(admin, place, [[product.id, 5, '1.00']])
    const prospect = await admin.do(prospectsApi.createProspect, { body: { name: 'Wexford care home' } })
    await admin.do(opportunitiesApi.createOpportunity, {
      body: { title: 'Wexford winter contract', prospectId: prospect.id, value: '10.00' },
    })
    const other = await admin.do(inventoryApi.createLocation, { body: { name: 'Wexford depot', type: 'Warehouse' } })
    await admin.do(inventoryApi.createCategory, { body: { name: 'Wexford goods' } })
    const transfer = await admin.do(transfersApi.createTransfer, {
      body: { sourceId: place.warehouse.id, destinationId: other.id, lines: [{ itemId: product.id, quantity: 1 }] },
    })
    const count = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id } })
    expect((await labels('wexford')).toSorted()).toEqual([
      'account Wexford hospital',
      'category Wexford goods',
      'location Wexford depot',
      'opportunity Wexford winter contract',
      'product Wexford gauze',
      'prospect Wexford care home',
      'supplier Wexford mills',
    ])
    expect(await labels('0539153000')).toEqual([])
    expect(await labels('353539153000')).toEqual(['account Wexford hospital'])
    expect(await labels('buy@wexf.test')).toEqual(['account Wexford hospital'])
    for (const [kind, number] of [
      ['salesOrder', order.number],
      ['purchaseOrder', purchase.number],
      ['stockTransfer', transfer.number],
      ['stockCount', count.number],
    ])
      expect((await labels(number ?? ''))[0]).toBe(`${kind} ${number}`)
    const short = order.number.replace(/^.*-0*/, '')
    expect(await labels(short.padStart(2, '0'))).toContain(`salesOrder ${order.number}`)
    expect((await find(order.number))[0]).toMatchObject({ secondary: 'Wexford hospital', id: order.id })
  })

  test('[UI-02] links a payment, a shipment and a credit note to the page that shows it', async () => {
    const product = await addProduct(admin, place, { name: 'Corvel syringe', quantity: 20 })
    const account = await addAccount(admin, { name: 'Corvel clinic' })
    const order = await deliveredOrder(admin, account.id, [[product.id, 4]])
    const payment = await admin.do(paymentsApi.takePayment, {
      body: {
        accountId: account.id,
        amount: '3.00',
        method: 'cash',
        reference: 'CRVL-77/20',
        receivedDate: '2026-02-01',
        parts: [{ invoiceId: order.invoice?.id ?? '', amount: '3.00' }],
      },
    })
    const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
    const returnLines = [{ orderLineId: lines[0]?.orderLineId ?? '', quantity: 1, reason: 'damaged' as const }]
    const back = await admin.do(returnsApi.createReturn, { body: { orderId: order.id, lines: returnLines } })
    const done = await completeReturn(admin, back, [{ disposition: 'restock', quantity: 1 }])
    const shipment = order.shipments[0]?.number ?? ''
    for (const [kind, number, at, page] of [
      ['payment', payment.number, account.id, `/orders/invoices/statement/${account.id}`],
      ['shipment', shipment, null, `/logistics/shipping/${order.shipments[0]?.id}`],
      ['creditNote', done.creditNote?.number ?? '', back.id, `/orders/returns/view/${back.id}`],
    ] as const) {
      const [first] = await find(number)
      expect(first).toMatchObject({ kind, label: number, at, secondary: 'Corvel clinic' })
      expect(first && pageOfFound(first)).toBe(page)
    }
    expect(await labels('crvl-77')).toEqual([`payment ${payment.number}`])
    const shipper = await withRights({ shipping: { view: true } })
    expect(await labels(payment.number, shipper)).toEqual([])
    expect(await labels(shipment, shipper)).toEqual([`shipment ${shipment}`])
    expect(await labels(order.number, shipper)).toEqual([`shipment ${shipment}`])
    expect(await labels(shipment, await withRights({ salesOrders: { view: true } }))).toEqual([])
  })

  test('does not find deleted records', async () => {
    const gone = await addProduct(admin, place, { name: 'Vanishing splint' })
    expect(await labels('vanishing splint')).toHaveLength(1)
    await admin.do(inventoryApi.deleteProduct, { params: { id: gone.id } })
    expect(await labels('vanishing splint')).toEqual([])
  })

  test('treats special characters literally, and finds nothing for a single letter', async () => {
    for (const q of ['%%', '__', '100%', "o'", '\\\\', '(a', '[z', '"', '*+?', '🧪🧪', '-'.repeat(120)])
      expect((await admin.call(searchApi.search, { query: { q } })).status, q).toBe(200)
    expect(await find('a')).toEqual([])
    expect(await find('')).toEqual([])
    expect(await find('%%')).toEqual([])
    expect((await admin.call(searchApi.search, { query: { q: 'x'.repeat(121) } })).status).toBe(422)
  })

  test('limits the number of results per kind and in total', async () => {
    for (let n = 0; n < maxFoundPerKind + 3; n += 1) await addProduct(admin, place, { name: `Yarrow swab ${n}` })
    expect(await find('yarrow swab')).toHaveLength(maxFoundPerKind)
    expect((await find('product')).length).toBeLessThanOrEqual(maxFound)
  })

  test('[PERM-06] finds only records the user may see; customers and drivers are refused (403)', async () => {
    await addProduct(admin, place, { name: 'Umbra lamp' })
    await addAccount(admin, { name: 'Umbra clinic' })
    expect(await labels('umbra')).toHaveLength(2)
    expect(await labels('umbra', await withRights({ crm: { view: true } }))).toEqual(['account Umbra clinic'])
    expect(await labels('umbra', await withRights({ inventory: { view: true } }))).toEqual(['product Umbra lamp'])
    expect(await labels('umbra', await withRights({ invoices: { view: true } }))).toEqual([])
    for (const client of [
      await server.as('customer'),
      await server.as('driver'),
      await server.as('driver', roleDefaults.admin),
      await withRights({ dashboard: { view: true } }),
    ])
      expect((await client.call(searchApi.search, { query: { q: 'umbra' } })).status).toBe(403)
  })

  test('links only to pages that users who may find the record can open', () => {
    for (const kind of searchKindNames) {
      const [area = '', flag = ''] = searchKinds[kind].right.split('.')
      const page = pageOfFound({ kind, id: 'x', label: 'a & b' }).split('?')[0] ?? ''
      expect(mayView({ role: 'staff', permissions: { [area]: { [flag]: true } } }, page), page).toBe(true)
    }
    expect(pageOfFound({ kind: 'category', id: 'x', label: 'a & b' })).toBe('/inventory/categories?q=a%20%26%20b')
  })
})
