import { beforeAll, describe, expect, test } from 'vitest'
import { maxDocuments } from '#shared/delivery/documents.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { zipParts } from '#server/files/zip-parts.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let productId: string

beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  productId = (await addProduct(admin, place, { quantity: 10_000, price: '10.37' })).id
})

async function post(path: string, body: unknown) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify(body),
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** The text of each PDF by file name, in the order of the ZIP file. */
async function files(path: string, body: unknown): Promise<[string, string][]> {
  const { answer, bytes } = await post(path, body)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+\.zip"$/)
  return zipParts(bytes, () => true, 50_000_000).map(({ name, content }) => [name, pdfText(content)])
}
async function file(path: string): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
  return pdfText(new Uint8Array(await answer.arrayBuffer()))
}
async function refused(path: string, body: unknown) {
  const { answer, bytes } = await post(path, body)
  return [answer.status, (JSON.parse(bytes.toString()) as { fields?: object }).fields]
}
async function confirmed(quantity: number) {
  const { id } = await addOrder(admin, (await addAccount(admin)).id, [[productId, quantity]])
  const { invoice } = await admin.do(salesApi.confirm, { params: { id }, body: {} })
  return { order: id, invoice: invoice?.id ?? '', number: invoice?.number ?? '' }
}

describe('[IVC-01, PO-01, EST-01] many documents as one ZIP file', () => {
  test('(D6) invoices by invoice id or order id: each file equals the document printed on its own', async () => {
    const [one, two, three] = [await confirmed(1), await confirmed(22), await confirmed(333)]
    const wanted = [three, one, two, one]
    const alone = await Promise.all(
      [three, one, two].map(
        async ({ invoice, number }): Promise<[string, string]> => [
          `${number}.pdf`,
          await file(`/api/invoices/${invoice}/document.pdf`),
        ],
      ),
    )
    expect(alone[0]?.[1]).toContain('333')
    const path = '/api/invoices/documents'
    expect(await files(path, { ids: wanted.map(({ invoice }) => invoice) })).toEqual(alone)
    expect(await files(path, { orders: wanted.map(({ order }) => order) })).toEqual(alone)
  })

  test('(D6) purchase orders and estimates: each file equals the document printed on its own', async () => {
    const purchases = [
      await addPurchase(admin, place, [[productId, 5, '2.50']]),
      await addPurchase(admin, place, [[productId, 7, '2.50']]),
    ]
    expect(await files('/api/purchase-orders/documents', { ids: purchases.map(({ id }) => id) })).toEqual(
      await Promise.all(
        purchases.map(async ({ id, number }) => [
          `${number}.pdf`,
          await file(`/api/purchase-orders/${id}/document.pdf`),
        ]),
      ),
    )
    const { id: accountId } = await addAccount(admin)
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: { accountId, validUntil: '2099-01-31', lines: [{ productId, quantity: 4 }] },
    })
    expect(await files('/api/estimates/documents', { ids: [estimate.id] })).toEqual([
      [`${estimate.number}.pdf`, await file(`/api/estimates/${estimate.id}/document.pdf`)],
    ])
  })

  test('refuses unknown ids, orders without an invoice, more than 100 ids and malformed requests (422)', async () => {
    const { invoice, order } = await confirmed(1)
    const pending = await addOrder(admin, (await addAccount(admin)).id, [[productId, 1]])
    const nobody = crypto.randomUUID()
    const invoices = '/api/invoices/documents'
    expect(await refused(invoices, { ids: [invoice, nobody] })).toEqual([422, { ids: '1 of 2 no longer exists' }])
    expect(await refused(invoices, { orders: [order, pending.id, nobody] })).toEqual([
      422,
      { orders: '2 of 3 have no invoice' },
    ])
    for (const path of ['/api/purchase-orders/documents', '/api/estimates/documents']) {
      expect(await refused(path, { ids: [nobody] })).toEqual([422, { ids: '1 of 1 no longer exists' }])
      expect((await refused(path, { ids: [] }))[0]).toBe(422)
      expect((await refused(path, { ids: [nobody], orders: [nobody] }))[0]).toBe(422)
    }
    const many = Array.from({ length: maxDocuments + 1 }, () => crypto.randomUUID())
    expect(await refused('/api/estimates/documents', { ids: many })).toEqual([422, { ids: 'may name at most 100' }])
    for (const body of [{}, { ids: [] }, { ids: many }, { ids: [invoice], orders: [order] }, { ids: 'all' }])
      expect((await refused(invoices, body))[0]).toBe(422)

    // A deleted order has no document any more.
    const purchase = await addPurchase(admin, place, [[productId, 5, '2.50']])
    await admin.do(purchasingApi.deletePurchaseOrder, { params: { id: purchase.id } })
    expect((await refused('/api/purchase-orders/documents', { ids: [purchase.id] }))[0]).toBe(422)
  })

  test('refuses users without permission (403) or without a session (401)', async () => {
    const { order, invoice } = await confirmed(1)
    const seller = await server.as('sales_rep')
    const driver = await server.as('driver')
    const statusOf = async (client: Client, path: string, body: unknown) =>
      (await client.send('POST', path, body)).status
    expect(await statusOf(seller, '/api/invoices/documents', { orders: [order] })).toBe(403)
    expect(await statusOf(seller, '/api/invoices/documents', { ids: [invoice] })).toBe(403)
    expect(await statusOf(seller, '/api/purchase-orders/documents', { ids: [crypto.randomUUID()] })).toBe(403)
    expect(await statusOf(driver, '/api/estimates/documents', { ids: [crypto.randomUUID()] })).toBe(403)
    expect(await statusOf(server.nobody, '/api/invoices/documents', { ids: [invoice] })).toBe(401)
  })
})
