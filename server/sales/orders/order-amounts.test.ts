import { beforeAll, describe, expect, test } from 'vitest'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings, settingsWith } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let serviceId: string
const rates: Settings['tax']['rates'] = [
  { name: 'Standard', kind: 'exclusive', percent: '7.5' },
  { name: 'In the price', kind: 'inclusive', percent: '20' },
  { name: 'No tax', kind: 'exempt', percent: '0' },
]
const use = (tax: Partial<Settings['tax']> = {}) =>
  changeSettings(admin, { tax: { rates, defaultRate: 'Standard', ...tax } })

beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  await use()
  const service = { name: 'Installation', unit: 'hour', price: '80' }
  serviceId = (await admin.do(serviceTypesApi.createServiceType, { body: service })).id
})

async function start(price = '10.00') {
  const product = await addProduct(admin, place, { price, quantity: 100 })
  const account = await addAccount(admin)
  return { product, account }
}
type Body = Parameters<typeof admin.do<(typeof salesApi.createOrder)['spec']>>[1]['body']

async function order(more: Partial<Body> = {}, price?: string, client = admin) {
  const { product, account } = await start(price)
  const body = { accountId: account.id, lines: [{ productId: product.id, quantity: 10 }], ...more }
  return client.do(salesApi.createOrder, { body })
}

describe('(B15) the amounts of an order', () => {
  test('a line has the company’s default tax, on top of its price, rounded once', async () => {
    const made = await order({}, '0.05')
    // 0.50 × 7.5 % = 0.0375 → 0.04
    expect(made).toMatchObject({ subtotal: '0.50', tax: '0.04', total: '0.54', discount: null })
    expect(made.orderLines[0]).toMatchObject({
      total: '0.50',
      net: '0.50',
      taxed: '0.04',
      tax: { name: 'Standard', kind: 'exclusive', percent: '7.5' },
    })
  })

  test('a line can use another tax rate; an inclusive rate leaves the total unchanged', async () => {
    const { product, account } = await start('12.00')
    const line = { productId: product.id, quantity: 1 }
    const lines = [{ ...line, tax: 'In the price' }, { ...line, tax: 'no tax' }, line]
    const made = await admin.do(salesApi.createOrder, { body: { accountId: account.id, lines } })
    expect(made.orderLines.map((one) => [one.net, one.taxed])).toEqual([
      ['10.00', '2.00'],
      ['12.00', '0.00'],
      ['12.00', '0.90'],
    ])
    expect(made).toMatchObject({ subtotal: '36.00', tax: '2.90', total: '36.90' })
    const wrong = await admin.call(salesApi.createOrder, {
      body: { accountId: account.id, lines: [{ ...line, tax: 'VAT of elsewhere' }] },
    })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { 'lines.0.tax': 'is not a tax rate' }])
  })

  test('[SVC-01] services and fees are separate lines with tax; a discount applies to services but not to fees', async () => {
    const made = await order({
      charges: [
        { serviceTypeId: serviceId, quantity: 2 },
        { name: 'Freight', unitPrice: '25', tax: 'No tax' },
      ],
      discount: { kind: 'percent', value: '10' },
    })
    // (100 + 160) × 90 % = 234, 7.5 % of 90 and of 144, and the freight.
    expect(made).toMatchObject({
      lines: 1,
      subtotal: '285.00',
      discount: { kind: 'percent', value: '10', amount: '26.00' },
      tax: '17.55',
      total: '276.55',
    })
    expect(made.charges).toMatchObject([
      { kind: 'service', name: 'Installation', unit: 'hour', quantity: 2, unitPrice: '80.00', discount: '16.00' },
      { kind: 'fee', name: 'Freight', serviceTypeId: null, total: '25.00', discount: '0.00', taxed: '0.00' },
    ])
    const confirmed = await admin.do(salesApi.confirm, { params: { id: made.id }, body: {} })
    expect(confirmed.orderLines[0]?.allocations).toHaveLength(1)
    const invoice = await admin.do(invoicingApi.getInvoice, { params: { id: confirmed.invoice?.id ?? '' } })
    expect(invoice).toMatchObject({ subtotal: '285.00', discount: '26.00', tax: '17.55', total: '276.55' })
    expect(invoice.lines.map((one) => [one.kind, one.name, one.gross])).toEqual([
      ['item', confirmed.orderLines[0]?.product.name, '96.75'],
      ['service', 'Installation', '154.80'],
      ['fee', 'Freight', '25.00'],
    ])
    expect(invoice.taxes).toEqual([
      { name: 'Standard', kind: 'exclusive', percent: '7.5', net: '234.00', tax: '17.55' },
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[SVC-01] (B11) a confirmed order is frozen: later changes of rates, names and list prices do not affect it', async () => {
    const service = { name: 'Training', unit: 'visit', price: '50' }
    const type = await admin.do(serviceTypesApi.createServiceType, { body: service })
    const made = await order({ charges: [{ serviceTypeId: type.id }] })
    const confirmed = await admin.do(salesApi.confirm, { params: { id: made.id }, body: {} })
    const read = () => admin.do(invoicingApi.getInvoice, { params: { id: confirmed.invoice?.id ?? '' } })
    const before = await read()
    const changed = { ...service, name: 'Course', price: '99' }
    await admin.do(serviceTypesApi.updateServiceType, { params: { id: type.id }, body: changed }, { version: 1 })
    await use({ rates: rates.map((rate) => (rate.name === 'Standard' ? { ...rate, percent: '25' } : rate)) })
    expect(await read()).toEqual(before)
    expect(await admin.do(salesApi.getOrder, { params: { id: made.id } })).toMatchObject({
      total: made.total,
      charges: [{ name: 'Training', unitPrice: '50.00' }],
    })
    await use()
  })

  test('an edit replaces lines, services and discount; a removed tax rate stays on orders that use it', async () => {
    const { product, account } = await start()
    const body = { accountId: account.id, lines: [{ productId: product.id, quantity: 10, tax: 'In the price' }] }
    const made = await admin.do(salesApi.createOrder, {
      body: { ...body, charges: [{ name: 'Freight', unitPrice: '5' }], discount: { kind: 'amount', value: '3.33' } },
    })
    await use({ rates: rates.filter((rate) => rate.name !== 'In the price') })
    const saved = await admin.do(salesApi.updateOrder, { params: { id: made.id }, body }, { version: made.version })
    expect(saved).toMatchObject({ charges: [], discount: null, total: '100.00', tax: '16.67' })
    await use()
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('a discount can’t exceed the amount it applies to, and needs permission to edit prices', async () => {
    const { product, account } = await start()
    const body = {
      accountId: account.id,
      lines: [{ productId: product.id, quantity: 10 }],
      charges: [{ name: 'Freight', unitPrice: '500' }],
    }
    const call = (client: Client, discount: Body['discount']) =>
      client.call(salesApi.createOrder, { body: { ...body, discount } })
    const tooMuch = await call(admin, { kind: 'amount', value: '100.01' })
    expect([tooMuch.status, tooMuch.body.fields]).toEqual([
      422,
      { 'discount.value': 'can’t exceed the 100.00 it is deducted from' },
    ])
    const wrong = await call(admin, { kind: 'percent', value: '100.001' })
    const percent = 'must be a percentage from 0 to 100 with at most 3 decimals'
    expect([wrong.status, wrong.body.fields]).toEqual([422, { 'discount.value': percent }])
    const third = await call(admin, { kind: 'percent', value: '33.3333' })
    expect(third.body.fields).toEqual({ 'discount.value': percent })
    const negative = await call(admin, { kind: 'amount', value: '-5' })
    expect(negative.body.fields).toEqual({ 'discount.value': 'must not be negative' })
    expect((await call(admin, { kind: 'amount', value: '100' })).body).toMatchObject({ total: '537.50' })
    const rep = await server.as('sales_rep')
    const refused = await call(rep, { kind: 'percent', value: '5' })
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { 'discount.value': 'can only be set by people who can edit products' },
    ])
    // A given discount stays when a user without the permission changes something else.
    const given = await admin.do(salesApi.createOrder, { body: { ...body, discount: { kind: 'percent', value: '5' } } })
    const unchanged = { ...body, notes: 'x', discount: { kind: 'percent' as const, value: '5.000' } }
    const saved = await rep.do(
      salesApi.updateOrder,
      { params: { id: given.id }, body: unchanged },
      { version: given.version },
    )
    expect(saved.total).toBe(given.total)
  })

  test('[SVC-01] validates services and fees', async () => {
    const { product, account } = await start()
    const call = (client: Client, charges: Body['charges']) =>
      client.call(salesApi.createOrder, {
        body: { accountId: account.id, lines: [{ productId: product.id, quantity: 1 }], charges },
      })
    expect((await call(admin, [{ quantity: 1 }])).body.fields).toEqual({
      'charges.0.name': 'is required',
      'charges.0.unitPrice': 'is required',
    })
    const unknown = await call(admin, [{ serviceTypeId: account.id }])
    expect([unknown.status, unknown.body.fields]).toEqual([422, { 'charges.0.serviceTypeId': 'is not a service type' }])
    const rep = await server.as('sales_rep')
    expect((await call(rep, [{ serviceTypeId: serviceId, unitPrice: '1' }])).body.fields).toEqual({
      'charges.0.unitPrice': 'can only be set by people who can edit products',
    })
    expect((await call(admin, [{ serviceTypeId: serviceId, unitPrice: '1' }])).body).toMatchObject({
      charges: [{ ownPrice: true, total: '1.00' }],
    })
  })
})

describe('tax settings', () => {
  const put = async (tax: Settings['tax']) => {
    const { body, version } = await settingsWith(admin, { tax })
    return (await admin.call(settingsApi.putSettings, { body }, { version })).body.fields
  }

  test('tax rate names are unique, the default is one of them, percentages are valid, and 0 for exempt rates', async () => {
    const [standard] = rates
    if (!standard) throw new Error('no rate')
    expect(await put({ rates: [standard, { ...standard, name: 'standard' }], defaultRate: 'Standard' })).toEqual({
      'tax.rates.1.name': 'is listed twice',
    })
    expect(await put({ rates: [standard], defaultRate: 'Reduced' })).toEqual({
      'tax.defaultRate': 'is not one of the rates',
    })
    expect(await put({ rates: [{ ...standard, percent: '101' }], defaultRate: 'Standard' })).toEqual({
      'tax.rates.0.percent': 'must be a percentage from 0 to 100 with at most 3 decimals',
    })
    expect(await put({ rates: [{ ...standard, kind: 'exempt' }], defaultRate: 'Standard' })).toEqual({
      'tax.rates.0.percent': 'must be 0 where there is no tax',
    })
  })
})
