import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { whyPortalOrderNotChanged } from '#shared/portal/portal-order.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { accountUsersApi, portalUsersApi } from '#shared/portal/users-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  deliveredOrder,
  placePurchase,
  type TestPlace,
} from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { issueInvoice } from '#test/companies/issued-invoices.ts'
import { addLots, inDays } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings, readSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  await changeSettings(admin, {
    company: { name: 'Harbour Medical', contactEmail: 'desk@harbour.example', iban: 'DE89370400440532013000' },
    currency: 'EUR',
  })
  place = await addPlace(admin)
})

async function customer(more: Parameters<typeof addAccount>[1] = {}) {
  const account = await addAccount(admin, more)
  const owner = await portalUser(server, admin, account.id)
  return { account, owner }
}
const query = {}

test('[CUS-01, SO-01] a portal order uses the customer’s price tier, is PENDING, and shows that it came from the portal', async () => {
  const { account, owner } = await customer({ priceTier: 'distributor' })
  const product = await addProduct(admin, place, { price: '10.00', priceTiers: { distributor: '7.50' }, quantity: 40 })
  const lines = [
    { productId: product.id, quantity: 3 },
    { productId: product.id, quantity: 1 },
  ]
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines, reference: 'Ward 3' } })
  expect(order).toMatchObject({ status: 'PENDING', lines: 1, canChange: true, reference: 'Ward 3' })
  expect(order?.orderLines[0]).toMatchObject({ quantity: 4, unitPrice: '7.50', total: '30.00' })
  const id = order?.id ?? ''
  const office = await admin.do(salesApi.getOrder, { params: { id } })
  expect(office).toMatchObject({ status: 'PENDING', badges: ['fromPortal'], account: { id: account.id } })
  expect(office.orderLines[0]?.priceTier).toBe('distributor')
  expect(office.timeline[0]?.actor).toMatch(/^owner/)
  // It can be changed until it is confirmed, with the current version.
  const body = { lines: [{ productId: product.id, quantity: 2 }] }
  const change = (version: number) => owner.call(portalOrdersApi.changeOrder, { params: { id }, body }, { version })
  expect((await change(99)).status).toBe(412)
  expect((await change(order?.version ?? 0)).body.orderLines[0]?.quantity).toBe(2)
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  const { version } = await owner.do(portalOrdersApi.getOrder, { params: { id }, query })
  expect((await change(version)).status).toBe(409)
  const cancel = await owner.call(portalOrdersApi.cancelOrder, { params: { id }, body: { reason: 'Too late' } })
  expect(cancel.status).toBe(409)
})

test('[CUS-01] customers cannot change orders on which the office changed prices, taxes or charges, but can cancel them', async () => {
  const { account, owner } = await customer()
  const product = await addProduct(admin, place, { price: '10.00', priceTiers: { wholesale: '9.00' }, quantity: 100 })
  const base = { accountId: account.id }
  const line = { productId: product.id, quantity: 5 }
  const untaxed = { name: 'Reduced', kind: 'exempt', percent: '0' } as const
  const { tax } = (await readSettings(admin)).data
  await changeSettings(admin, { tax: { ...tax, rates: [...tax.rates, untaxed] } })
  const agreed = {
    'a price': { ...base, lines: [{ ...line, unitPrice: '12.00' }] },
    'another tier': { ...base, lines: [{ ...line, priceTier: 'wholesale' as const }] },
    'another tax': { ...base, lines: [{ ...line, tax: 'Reduced' }] },
    freight: { ...base, lines: [line], charges: [{ name: 'Freight', unitPrice: '30.00' }] },
    'a discount': { ...base, lines: [line], discount: { kind: 'percent' as const, value: '10' } },
  }
  for (const [what, body] of Object.entries(agreed)) {
    const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines: [line] } })
    const params = { id: order?.id ?? '' }
    const { version } = await admin.do(salesApi.getOrder, { params })
    const office = await admin.do(salesApi.updateOrder, { params, body }, { version })
    const shown = await owner.do(portalOrdersApi.getOrder, { params, query })
    expect([what, shown.canChange, shown.canCancel]).toEqual([what, false, true])
    const wanted = { lines: [{ productId: product.id, quantity: 6 }] }
    const { version: seen } = shown
    const refused = await owner.call(portalOrdersApi.changeOrder, { params, body: wanted }, { version: seen })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'NOT_EDITABLE', error: whyPortalOrderNotChanged(shown) },
    })
    expect((await admin.do(salesApi.getOrder, { params })).total).toBe(office.total)
    expect((await owner.call(portalOrdersApi.cancelOrder, { params, body: { reason: 'No need' } })).status).toBe(200)
  }
  // An edit by the office without price changes leaves the order editable.
  const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines: [line] } })
  const params = { id: order?.id ?? '' }
  const body = { ...base, lines: [line], notes: 'Call first' }
  await admin.do(salesApi.updateOrder, { params, body }, { version: order?.version ?? 0 })
  expect((await owner.do(portalOrdersApi.getOrder, { params, query })).canChange).toBe(true)
})

test('[CUS-01] an order check needs a quantity, shows when missing stock is expected, and never reveals the quantity on hand', async () => {
  const { owner } = await customer()
  const product = await addProduct(admin, place, { quantity: 37, moq: 10 })
  await placePurchase(admin, place, [[product.id, 500, '1.00']], { expectedDate: inDays(12) })
  const check = (quantity: number) =>
    owner.call(portalOrdersApi.checkOrder, { body: { lines: [{ productId: product.id, quantity }] } })
  const without = await owner.send('POST', '/api/customer-portal/order-checks', { lines: [{ productId: product.id }] })
  expect([without.status, without.body.fields]).toEqual([422, { 'lines.0.quantity': 'is required' }])
  expect((await owner.call(portalOrdersApi.checkOrder, { body: { lines: [] } })).body.fields).toHaveProperty('lines')
  const [enough, short] = [await check(37), await check(38)]
  expect(enough.body.lines[0]).toMatchObject({ availability: 'in_stock', expectedOn: null, minimum: 10, packSize: 10 })
  expect(short.body.lines[0]).toMatchObject({ availability: 'short', expectedOn: inDays(12) })
  expect(JSON.stringify([enough.body, short.body]).match(/\b37\b/g)).toHaveLength(1)
  const catalogue = await owner.do(portalOrdersApi.listCatalogue, { query: { q: product.sku } })
  expect(catalogue.data.map((row) => row.product.id)).toEqual([product.id])
  expect((await owner.do(portalOrdersApi.listCatalogue, { query })).data).toEqual([])
  const few = await owner.call(portalOrdersApi.placeOrder, {
    body: { lines: [{ productId: product.id, quantity: 9 }] },
  })
  expect([few.status, few.body.fields]).toEqual([422, { 'lines.0.quantity': 'must be at least 10, the minimum order' }])
  const none = await owner.call(portalOrdersApi.placeOrder, {
    body: { lines: [{ productId: randomUUID(), quantity: 1 }] },
  })
  expect([none.status, none.body.fields]).toEqual([422, { 'lines.0.productId': 'is not a product' }])
  // A check saves nothing.
  expect((await owner.do(portalOrdersApi.listOrders, { query })).total).toBe(0)
})

test('[CUS-01] refuses a requested date in the past, unless the order already has that date', async () => {
  const { owner } = await customer()
  const product = await addProduct(admin, place, { price: '10.00', quantity: 40 })
  const lines = [{ productId: product.id, quantity: 2 }]
  const placed = (requestedDate: string) => owner.call(portalOrdersApi.placeOrder, { body: { lines, requestedDate } })
  const refused = await placed('2020-01-01')
  expect([refused.status, refused.body.fields]).toEqual([422, { requestedDate: 'must not be in the past' }])
  const { order } = (await placed(inDays(3))).body
  const params = { id: order?.id ?? '' }
  const change = async (requestedDate: string) => {
    const { version } = await owner.do(portalOrdersApi.getOrder, { params, query })
    return (await owner.call(portalOrdersApi.changeOrder, { params, body: { lines, requestedDate } }, { version }))
      .status
  }
  expect(await change('2020-01-01')).toBe(422)
  await sql`update sales_orders set requested_date = '2020-01-01' where id = ${params.id}`.execute(server.database.db)
  expect(await change('2020-01-01')).toBe(200)
  expect(await change('2020-01-02')).toBe(422)
})

test('[CUS-01] an order above the limit waits for an owner; approved twice concurrently, it becomes one order', async () => {
  const { account, owner } = await customer()
  const orderer = await portalUser(server, admin, account.id, 'orderer', '100.00')
  const product = await addProduct(admin, place, { price: '10.00', quantity: 400 })
  const order = (quantity: number) =>
    orderer.do(portalOrdersApi.placeOrder, { body: { lines: [{ productId: product.id, quantity }] } })
  const within = await order(10)
  expect([within.order?.status, within.requisition]).toEqual(['PENDING', null])
  const above = await order(11)
  expect([above.order, above.requisition?.status, above.requisition?.total]).toEqual([null, 'Waiting', '110.00'])
  const id = above.requisition?.id ?? ''
  // The limit also applies to changes of a small order.
  const grown = await orderer.call(
    portalOrdersApi.changeOrder,
    { params: { id: within.order?.id ?? '' }, body: { lines: [{ productId: product.id, quantity: 11 }] } },
    { version: within.order?.version ?? 0 },
  )
  expect([grown.status, grown.body.error]).toEqual([
    422,
    'Above your limit of 100.00: only an owner can change this order.',
  ])
  expect((await orderer.call(portalOrdersApi.approve, { params: { id }, body: {} })).status).toBe(403)
  const both = await Promise.all([1, 2].map(() => owner.call(portalOrdersApi.approve, { params: { id }, body: {} })))
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  const { data } = await owner.do(portalOrdersApi.listOrders, { query })
  expect(data).toHaveLength(2)
  const second = await order(20)
  await orderer.do(portalOrdersApi.withdraw, { params: { id: second.requisition?.id ?? '' }, body: {} })
  const late = await owner.call(portalOrdersApi.decline, {
    params: { id: second.requisition?.id ?? '' },
    body: { reason: 'No' },
  })
  expect(late.status).toBe(409)
  const third = await order(30)
  const declined = { params: { id: third.requisition?.id ?? '' }, body: { reason: 'Too many at once' } }
  await owner.do(portalOrdersApi.decline, declined)
  await server.app.runJobs()
  const mails = (await admin.do(deliveryApi.listMails, { query: { limit: 200 } })).data
  const subjects = (to: string) => mails.filter((mail) => mail.to === to).map((mail) => mail.subject)
  const waiting = subjects(owner.email).filter((subject) => /^An order of orderer \d+ waits for your/.test(subject))
  expect(waiting).toHaveLength(3)
  const made = data.map((one) => one.number)
  const decisions = subjects(orderer.email).filter((subject) => subject.startsWith('Your order'))
  expect(decisions.toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^Your order was approved: (${made.join('|')})$`)),
    'Your order was declined',
  ])
})

test('[CUS-01] messages about an order are mailed to the other side', async () => {
  const { account, owner } = await customer()
  const product = await addProduct(admin, place, { quantity: 5 })
  const { id, number } = await addOrder(admin, account.id, [[product.id, 1]])
  await owner.do(orderMessagesApi.sendMessage, { params: { id }, body: { body: 'Gate B, please.' } })
  const { data } = await admin.do(orderMessagesApi.sendOrderMessage, { params: { id }, body: { body: 'Noted.' } })
  expect(data.map((one) => [one.fromCustomer, one.body])).toEqual([
    [true, 'Gate B, please.'],
    [false, 'Noted.'],
  ])
  await server.app.runJobs()
  const mails = (await admin.do(deliveryApi.listMails, { query: { limit: 200 } })).data.filter((mail) =>
    mail.subject.includes(number),
  )
  expect(mails.map((mail) => mail.to).toSorted()).toEqual(['desk@harbour.example', owner.email].toSorted())
  expect((await admin.call(orderMessagesApi.sendOrderMessage, { params: { id }, body: { body: ' ' } })).status).toBe(
    422,
  )
  const unknown = { params: { id: randomUUID() }, body: { body: 'x' } }
  expect((await admin.call(orderMessagesApi.sendOrderMessage, unknown)).status).toBe(404)
})

test('[CUS-01, IVC-01] an unpaid invoice shows payment details and a QR code for banking apps, until it is paid', async () => {
  const { account, owner } = await customer()
  const product = await addProduct(admin, place, { price: '10.00', quantity: 5 })
  await deliveredOrder(admin, account.id, [[product.id, 2]])
  const { data } = await owner.do(portalInvoicesApi.listInvoices, { query })
  const params = { id: data[0]?.id ?? '' }
  const invoice = await owner.do(portalInvoicesApi.getInvoice, { params, query })
  expect(invoice.howToPay).toMatchObject({
    holder: 'Harbour Medical',
    iban: 'DE89 3704 0044 0532 0130 00',
    reference: invoice.number,
    amount: '20.00',
  })
  expect(invoice.howToPay?.qrText).toContain(`EUR20.00\n\n\n${invoice.number}`)
  await admin.do(invoicingApi.recordPayment, {
    params,
    body: { amount: '20.00', method: 'bank_transfer', receivedDate: inDays(0) },
  })
  expect((await owner.do(portalInvoicesApi.getInvoice, { params, query })).howToPay).toBeNull()
  expect((await owner.do(portalInvoicesApi.getBalance, { query })).due).toBe('0.00')
})

test('[CUS-01, IVC-01] lists overdue invoices separately, oldest first, others newest first, in pages; searches by number', async () => {
  const { account, owner } = await customer()
  const product = await addProduct(admin, place, { quantity: 50 })
  const issue = (overdueDays: number) => issueInvoice(server, admin, account.id, [[product.id, 1]], overdueDays)
  const [latest, late, open, paid] = [await issue(40), await issue(3), await issue(0), await issue(9)]
  await admin.do(invoicingApi.recordPayment, {
    params: { id: paid },
    body: { amount: '10.00', method: 'cash', receivedDate: inDays(0) },
  })
  const list = async (overdue: 'true' | 'false', cursor?: string | null) => {
    const { data, nextCursor } = await owner.do(portalInvoicesApi.listInvoices, {
      query: { overdue, limit: 1, ...(cursor && { cursor }) },
    })
    return { id: data[0]?.id, nextCursor }
  }
  for (const [overdue, first, second] of [
    ['true', latest, late],
    ['false', paid, open],
  ] as const) {
    const { id, nextCursor } = await list(overdue)
    const next = await list(overdue, nextCursor)
    expect([id, next.id, next.nextCursor]).toEqual([first, second, null])
  }
  // Found by its own number and by its order's.
  const [found] = (await owner.do(portalInvoicesApi.listInvoices, { query: { overdue: 'true' } })).data
  for (const q of [found?.number, found?.order?.number]) {
    const { data } = await owner.do(portalInvoicesApi.listInvoices, { query: { q } })
    expect(data.map((one) => one.id)).toEqual([latest])
  }
})

test('[CUS-01, EST-01] an owner accepts exactly the estimate shown, once; a requested estimate becomes a draft of the office', async () => {
  const { account, owner } = await customer()
  const product = await addProduct(admin, place, { quantity: 5 })
  const lines = [{ productId: product.id, quantity: 1 }]
  const draft = { accountId: account.id, validUntil: '2199-01-01', lines }
  const { id } = await admin.do(estimatesApi.createEstimate, { body: draft })
  const params = { id }
  const pdf = async () => {
    const path = `/api/customer-portal/estimates/${id}/document.pdf`
    const answer = await fetch(server.url + path, { headers: { cookie: owner.cookie } })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  expect((await owner.call(portalEstimatesApi.getEstimate, { params, query })).status).toBe(404)
  expect(await pdf()).toEqual([404, 'application/json'])
  await admin.do(estimatesApi.sendEstimate, { params, body: { to: 'a@example.com' } })
  expect(await pdf()).toEqual([200, 'application/pdf'])
  const { hash } = await owner.do(portalEstimatesApi.getEstimate, { params, query })
  const accept = (seen: string) => owner.call(portalEstimatesApi.acceptEstimate, { params, body: { hash: seen } })
  expect((await accept('0'.repeat(64))).status).toBe(412)
  expect((await accept(hash)).body.answer?.answer).toBe('accepted')
  expect((await accept(hash)).status).toBe(409)
  expect((await admin.do(estimatesApi.getEstimate, { params })).answer).toMatchObject({ how: 'portal' })
  // It shows the order that the office made from it.
  const shown = () => owner.do(portalEstimatesApi.getEstimate, { params, query })
  expect((await shown()).order).toBeNull()
  await admin.do(estimatesApi.convertEstimate, { params, body: {} })
  const { order } = await shown()
  expect(await owner.do(portalOrdersApi.getOrder, { params: { id: order?.id ?? '' }, query })).toMatchObject(
    order ?? {},
  )
  const requested = await owner.do(portalEstimatesApi.requestEstimate, { body: { lines, notes: 'For the new ward' } })
  expect(requested).toMatchObject({ status: 'Requested', total: null })
  expect((await admin.do(estimatesApi.getEstimate, { params: { id: requested.id } })).status).toBe('Draft')
})

test('[CUS-01] a customer can acknowledge a recall once; the recall counts this as notified', async () => {
  const { account, owner } = await customer()
  const { product, lot } = await addLots(admin, place, [['RC-1', 900, 50]])
  await deliveredOrder(admin, account.id, [[product.id, 8]])
  const { recall } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lot('RC-1')], reason: 'Fault', instruction: 'Keep apart' },
  })
  expect(recall.openPoints).toEqual(['Notify 1 customer.'])
  const answer = { params: { id: recall.id }, body: { name: 'Ana Ruiz', held: 6, note: '2 used' } }
  const atHome = async (who: Client) => (await who.do(portalHomeApi.getHome, { query })).recalls
  expect(await atHome(owner)).toMatchObject([{ id: recall.id, held: 8 }])
  expect(await atHome((await customer()).owner)).toEqual([])
  expect((await owner.do(portalRecallsApi.acknowledge, answer)).acknowledgement).toMatchObject({
    name: 'Ana Ruiz',
    held: 6,
  })
  expect((await owner.call(portalRecallsApi.acknowledge, answer)).status).toBe(409)
  // Acknowledged recalls are no task any more, but stay on the list.
  expect(await atHome(owner)).toEqual([])
  expect((await owner.do(portalRecallsApi.listRecalls, { query })).data.map(({ id }) => id)).toEqual([recall.id])
  const seen = await admin.do(recallsApi.getRecall, { params: { id: recall.id } })
  expect(seen.customers[0]?.acknowledged).toMatchObject({ name: 'Ana Ruiz', held: 6, note: '2 used' })
  expect(seen.openPoints).toEqual([])
})

test("[CUS-01, USR-01] the office and owners manage portal users; emails in use and changes of one's own role are refused", async () => {
  const { account, owner } = await customer()
  const params = { id: account.id }
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const { data } = await admin.do(accountUsersApi.listAccountUsers, { params })
  expect(data.map((user) => user.role)).toEqual(['owner', 'viewer'])
  const own = data[0]
  const body = { role: 'orderer', approvalLimit: '12.50' } as const
  const at = (userId: string) => ({ params: { id: userId }, body })
  const version = data[1]?.version ?? 0
  expect((await owner.call(portalUsersApi.changeUser, at(own?.id ?? ''), { version: own?.version ?? 0 })).status).toBe(
    409,
  )
  expect((await owner.call(portalUsersApi.changeUser, at(viewer.userId), { version: version + 1 })).status).toBe(412)
  const changed = await owner.do(portalUsersApi.changeUser, at(viewer.userId), { version })
  expect(changed.data[1]).toMatchObject({ role: 'orderer', approvalLimit: '12.50' })
  const taken = { name: 'Twin', email: owner.email, role: 'viewer' } as const
  expect((await owner.call(portalUsersApi.inviteUser, { body: taken })).status).toBe(409)
  const unknown = await admin.call(accountUsersApi.inviteAccountUser, {
    params: { id: randomUUID() },
    body: { ...taken, email: 'new@example.com' },
  })
  expect(unknown.status).toBe(404)
  const other = await addAccount(admin)
  const elsewhere = { params: { id: other.id, userId: viewer.userId } }
  expect((await admin.call(accountUsersApi.removeAccountUser, elsewhere)).status).toBe(404)
})

test('[CUS-01, USR-01] changing a portal user by the office needs permission, the current version, and the right customer', async () => {
  const { account } = await customer()
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const other = await addAccount(admin)
  const listed = async () =>
    (await admin.do(accountUsersApi.listAccountUsers, { params: { id: account.id } })).data.find(
      (user) => user.id === viewer.userId,
    )
  const version = (await listed())?.version ?? 0
  const path = (id: string) => `/api/accounts/${id}/portal-users/${viewer.userId}`
  const right = { role: 'orderer', approvalLimit: '75.00' }
  const put = async (who: Client, id: string, body: object, seen: number | null = version) => {
    const { status } = await who.send('PUT', path(id), body, seen === null ? {} : { 'if-match': `"v${seen}"` })
    return status
  }
  expect(await put(server.nobody, account.id, right)).toBe(401)
  expect(await put(await server.as('staff', { crm: { view: true } }), account.id, right)).toBe(403)
  expect(await put(viewer, account.id, right)).toBe(403)
  expect(await put(admin, other.id, right)).toBe(404)
  expect(await put(admin, account.id, right, version + 1)).toBe(412)
  expect(await put(admin, account.id, { role: 'king', approvalLimit: null })).toBe(422)
  expect(await put(admin, account.id, { ...right, approvalLimit: '-1' })).toBe(422)
  expect(await put(admin, account.id, right, null)).toBe(428)
  expect(await listed()).toMatchObject({ role: 'viewer', version })
  expect(await put(admin, account.id, right)).toBe(200)
  expect(await listed()).toMatchObject({ role: 'orderer', approvalLimit: '75.00', version: version + 1 })
})

test('[QUAL-01] portal orders are covered by the integrity check, which finds no error until one is made', async () => {
  const { db } = server.database
  expect(await brokenInvariants(db)).toEqual({})
  await sql`update sales_orders set total = total + 1 where id = (select id from sales_orders
    where origin = 'portal' and deleted_at is null order by id limit 1)`.execute(db)
  expect(Object.keys(await brokenInvariants(db))).not.toEqual([])
})
