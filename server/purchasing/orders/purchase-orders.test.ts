import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import {
  type PurchaseAction,
  purchaseActions,
  purchaseStatuses,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import type { Settings } from '#shared/settings/api.ts'
import { addPlace, addProduct, addPurchase, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let buyer: Client
let place: TestPlace
let productId: string

beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  buyer = await server.as('staff', { purchaseOrders: { view: true, edit: true } })
  place = await addPlace(admin)
  productId = (await addProduct(admin, place, { pcsPerCase: 12 })).id
})

async function set(change: Partial<Settings['purchasing']>) {
  await changeSettings(admin, { purchasing: change })
}
const today = () => new Date().toISOString().slice(0, 10)
const lines = (order: { orderLines: { id: string; quantity: number }[] }, part = 1) =>
  order.orderLines.map(({ id, quantity }) => ({ lineId: id, quantity: Math.ceil(quantity * part) }))
const receive = (id: string, body: Parameters<typeof admin.do<(typeof purchasingApi.receive)['spec']>>[1]['body']) =>
  admin.call(purchasingApi.receive, { params: { id }, body })

describe('a draft', () => {
  test('[PO-01] has supplier, lines, fees and a gapless number; its total is the sum of lines and fees', async () => {
    const first = await addPurchase(buyer, place, [[productId, 7, '1.2345']], {
      expectedDate: '2030-01-05',
      reference: 'Q-9',
      notes: 'Mornings only',
      fees: [
        { kind: 'freight', amount: '10.01' },
        { kind: 'other', label: 'Pallets', amount: '5' },
      ],
    })
    expect(first).toMatchObject({
      status: 'Draft',
      supplier: { id: place.supplier.id },
      location: { id: place.warehouse.id },
      goodsTotal: '8.64',
      feesTotal: '15.01',
      total: '23.65',
      reference: 'Q-9',
      notes: 'Mornings only',
      expectedDate: '2030-01-05',
      fees: [
        { kind: 'freight', label: null, amount: '10.01' },
        { kind: 'other', label: 'Pallets', amount: '5.00' },
      ],
      orderLines: [{ quantity: 7, unitCost: '1.2345', total: '8.64', received: 0, open: 7 }],
      version: 1,
    })
    const second = await addPurchase(buyer, place, [[productId, 1, '1']])
    const of = (number: string) => Number(number.split('-')[2])
    expect(first.number).toMatch(/^PO-\d{4}-\d{6}$/)
    expect(of(second.number)).toBe(of(first.number) + 1)
  })

  test('[PO-01] (B27) accepts quantities in cases if they make whole pieces, and refuses them otherwise', async () => {
    const write = (cases: string) =>
      buyer.call(purchasingApi.createPurchaseOrder, {
        body: {
          supplierId: place.supplier.id,
          locationId: place.warehouse.id,
          lines: [{ itemId: productId, cases, unitCost: '1' }],
        },
      })
    expect((await write('2.5')).body.orderLines).toMatchObject([{ quantity: 30 }])
    const odd = await write('2.1')
    expect(odd.status).toBe(422)
    expect(odd.body.fields).toEqual({ 'lines.0.cases': 'are not a whole number of pieces: a case has 12' })
  })

  test('[PO-01] is refused with missing, unknown, inactive or too large values', async () => {
    const good = { supplierId: place.supplier.id, locationId: place.warehouse.id }
    const line = { itemId: productId, quantity: 1, unitCost: '1' }
    const { id: inactive } = await admin.do(crmApi.createSupplier, { body: { name: 'Gone Ltd', status: 'inactive' } })
    const cases: [object, string][] = [
      [{ ...good, lines: [] }, 'lines'],
      [{ ...good, lines: [{ ...line, quantity: 1.5 }] }, 'lines.0.quantity'],
      [{ ...good, lines: [{ itemId: productId, unitCost: '1' }] }, 'lines.0.quantity'],
      [{ ...good, lines: [{ ...line, cases: '1' }] }, 'lines.0.cases'],
      [{ ...good, lines: [{ ...line, unitCost: '1.23456' }] }, 'lines.0.unitCost'],
      [{ ...good, lines: [{ ...line, itemId: place.supplier.id }] }, 'lines.0.itemId'],
      [{ ...good, lines: [{ ...line, quantity: 1_000_000_000, unitCost: '999999' }] }, 'lines.0.quantity'],
      [{ ...good, lines: [line], fees: [{ kind: 'freight', amount: '0' }] }, 'fees.0.amount'],
      [{ ...good, lines: [line], supplierId: productId }, 'supplierId'],
      [{ ...good, lines: [line], supplierId: inactive }, 'supplierId'],
      [{ ...good, lines: [line], locationId: productId }, 'locationId'],
      [{ ...good, lines: [line], status: 'Open' }, 'status'],
    ]
    for (const [body, field] of cases) {
      const answer = await buyer.send('POST', '/api/purchase-orders', body)
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
  })

  test('[PO-01] can be updated with If-Match and deleted; once submitted, neither is possible', async () => {
    const order = await addPurchase(buyer, place, [[productId, 7, '1']])
    const params = { id: order.id }
    const body = {
      supplierId: place.supplier.id,
      locationId: place.warehouse.id,
      lines: [{ itemId: productId, quantity: 9, unitCost: '2' }],
    }
    expect((await buyer.call(purchasingApi.updatePurchaseOrder, { params, body })).status).toBe(428)
    const changed = await buyer.do(purchasingApi.updatePurchaseOrder, { params, body }, { version: 1 })
    expect(changed).toMatchObject({ total: '18.00', lines: 1, version: 2 })
    expect((await buyer.call(purchasingApi.updatePurchaseOrder, { params, body }, { version: 1 })).status).toBe(412)
    await buyer.do(purchasingApi.submit, { params, body: {} })
    const late = await buyer.call(purchasingApi.updatePurchaseOrder, { params, body }, { version: 3 })
    expect([late.status, late.body.code]).toEqual([409, 'NOT_EDITABLE'])
    expect((await admin.call(purchasingApi.deletePurchaseOrder, { params })).status).toBe(409)
    await buyer.do(purchasingApi.redraft, { params, body: { reason: 'Wrong cost' } })
    expect((await buyer.call(purchasingApi.deletePurchaseOrder, { params })).status).toBe(403)
    await admin.do(purchasingApi.deletePurchaseOrder, { params })
    expect((await buyer.call(purchasingApi.getPurchaseOrder, { params })).status).toBe(404)
    expect((await buyer.call(purchasingApi.submit, { params, body: {} })).status).toBe(404)
  })
})

describe('placing and approving', () => {
  test('[PO-01] orders up to the limit are placed at once; above it, a user who did not edit the order must approve it', async () => {
    await set({ approvalLimit: '100' })
    const small = await placePurchase(buyer, place, [[productId, 100, '1']])
    expect(small.status).toBe('Open')
    const large = await placePurchase(admin, place, [[productId, 101, '1']])
    expect(large.status).toBe('Pending Approval')
    const params = { id: large.id }
    const read = { version: large.version }
    expect((await buyer.call(purchasingApi.approve, { params, body: {} }, read)).status).toBe(403)
    const own = await admin.call(purchasingApi.approve, { params, body: {} }, read)
    expect([own.status, own.body.error]).toEqual([
      409,
      'Orders you created, changed or submitted must be approved by someone else.',
    ])
    expect(large.transitions.find((one) => one.action === 'approve')).toMatchObject({ open: false })
    expect((await receive(large.id, { lines: lines(large) })).status).toBe(409)
    const lead = await server.as('staff', { purchaseOrders: { view: true, edit: true, delete: true } })
    const approved = await lead.do(purchasingApi.approve, { params, body: {} }, read)
    expect(approved.status).toBe('Open')
    expect(approved.timeline.map((entry) => entry.move)).toEqual(['approve', 'submit', 'create'])

    // A user who rewrote the draft can't approve it either, even if others corrected it later.
    const draft = await addPurchase(admin, place, [[productId, 1, '1']])
    const body = { supplierId: place.supplier.id, locationId: place.warehouse.id }
    const dear = { ...body, lines: [{ itemId: productId, quantity: 1000, unitCost: '1' }] }
    const rewriter = await server.as('admin')
    const corrector = await server.as('admin')
    const change = (client: Client, notes: string, version: number) =>
      client.do(purchasingApi.updatePurchaseOrder, { params: { id: draft.id }, body: { ...dear, notes } }, { version })
    const { version } = await change(rewriter, 'For the ward', draft.version)
    await change(corrector, 'For the wards', version)
    const submitted = await admin.do(purchasingApi.submit, { params: { id: draft.id }, body: {} })
    const asRead = { version: submitted.version }
    for (const client of [admin, rewriter, corrector])
      expect(await client.call(purchasingApi.approve, { params: { id: draft.id }, body: {} }, asRead)).toMatchObject({
        status: 409,
        body: { error: 'Orders you created, changed or submitted must be approved by someone else.' },
      })
    expect((await lead.do(purchasingApi.approve, { params: { id: draft.id }, body: {} }, asRead)).status).toBe('Open')
    await set({ approvalLimit: null })
  })

  test('[PO-01] approval is refused for an outdated version (412) and while the supplier is inactive (409)', async () => {
    await set({ approvalLimit: '100' })
    const there = await addPlace(admin)
    const { id } = await addPurchase(buyer, there, [[productId, 101, '1']])
    const params = { id }
    const submit = () => buyer.do(purchasingApi.submit, { params, body: {} })
    const read = await submit()
    const lead = await server.as('staff', { purchaseOrders: { view: true, edit: true, delete: true } })
    const draft = await buyer.do(purchasingApi.redraft, { params, body: { reason: 'More' } })
    const dear = [{ itemId: productId, quantity: 100_000, unitCost: '1' }]
    const body = { supplierId: there.supplier.id, locationId: there.warehouse.id, lines: dear }
    await buyer.do(purchasingApi.updatePurchaseOrder, { params, body }, { version: draft.version })
    const { version } = await submit()
    const approve = (seen?: number) =>
      lead.call(purchasingApi.approve, { params, body: {} }, seen ? { version: seen } : {})
    expect(await approve()).toMatchObject({ status: 428 })
    expect(await approve(read.version)).toMatchObject({ status: 412, body: { code: 'VERSION_CONFLICT' } })
    // The list has each order's version, so that a bulk approval approves what was read.
    const { data } = await lead.do(purchasingApi.listPurchaseOrders, { query: { status: 'Pending Approval' } })
    expect(data.find((one) => one.id === id)?.version).toBe(version)

    const supplier = { name: there.supplier.name, status: 'inactive' } as const
    await admin.do(crmApi.updateSupplier, { params: { id: there.supplier.id }, body: supplier }, { version: 1 })
    expect(await approve(version)).toMatchObject({ status: 409, body: { error: 'The supplier is inactive.' } })
    await admin.do(
      crmApi.updateSupplier,
      { params: { id: there.supplier.id }, body: { ...supplier, status: 'active' } },
      { version: 2 },
    )
    expect(await approve(version)).toMatchObject({ status: 200, body: { status: 'Open' } })
    await set({ approvalLimit: null })
  })

  test('[PO-01] an order that was mailed, redrafted and submitted again counts as not sent', async () => {
    const order = await placePurchase(admin, place, [[productId, 12, '1']])
    const params = { id: order.id }
    const to = 'again@supplier.example'
    expect(await admin.do(purchasingApi.send, { params, body: { to } })).toMatchObject({
      sentTo: to,
      sentAt: expect.any(String),
    })
    await admin.do(purchasingApi.redraft, { params, body: { reason: 'More' } })
    const again = await admin.do(purchasingApi.submit, { params, body: {} })
    expect(again).toMatchObject({ status: 'Open', sentAt: null, sentTo: to, mailState: null })
    expect(await admin.do(purchasingApi.send, { params, body: { to } })).toMatchObject({ sentAt: expect.any(String) })
  })

  test('[PO-01] every action is open exactly in its allowed statuses, and refused (409) in all others', async () => {
    const company = await startServer()
    const boss = await company.as('admin')
    const other = await company.as('staff', { purchaseOrders: { view: true, edit: true, delete: true } })
    const there = await addPlace(boss)
    const item = (await addProduct(boss, there)).id
    const bodies: Partial<Record<PurchaseAction, object>> = {
      redraft: { reason: 'r' },
      cancel: { reason: 'r' },
      close: { reason: 'r' },
      send: { to: 'a@b.example' },
    }
    const wrong: string[] = []
    for (const status of purchaseStatuses) {
      for (const action of Object.keys(purchaseActions) as PurchaseAction[]) {
        const { id, orderLines } = await addPurchase(boss, there, [[item, 4, '1']])
        await sql`update purchase_orders set status = ${status} where id = ${id}`.execute(company.database.db)
        const line = orderLines[0]?.id
        const body =
          action === 'receive'
            ? { lines: [{ lineId: line, quantity: 1 }] }
            : action === 'return'
              ? { reason: 'r', lines: [{ receiptLineId: line, quantity: 1 }] }
              : (bodies[action] ?? {})
        const shown = await other.do(purchasingApi.getPurchaseOrder, { params: { id } })
        const transition = shown.transitions.find((one) => one.action === action)
        const answer = await other.send('POST', purchasingApi[action].path.replace(':id', id), body, {
          'idempotency-key': crypto.randomUUID(),
          'if-match': `"v${shown.version}"`,
        })
        const mayBe = (purchaseActions[action].from as readonly string[]).includes(status)
        // Nothing was received on these orders, so nothing can be returned.
        const expected = mayBe && action !== 'return' ? 200 : 409
        if (answer.status !== expected) wrong.push(`${status} ${action}: ${answer.status}, not ${expected}`)
        if (transition?.open !== (expected === 200)) wrong.push(`${status} ${action} is shown as ${transition?.open}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('sending', () => {
  test('[PO-01] the mail contains the order as a PDF with the same figures, stored with the mail until it is sent', async () => {
    const order = await placePurchase(buyer, place, [[productId, 24, '1234.5678']], {
      notes: 'Deliver to gate 3',
      fees: [{ kind: 'customs', amount: '77.05' }],
    })
    const params = { id: order.id }
    const bad = await buyer.call(purchasingApi.send, { params, body: { to: 'nobody' } })
    expect([bad.status, bad.body.fields]).toEqual([422, { to: 'is not an email address' }])
    const body = { to: 'sales@supplier.example' }
    const sent = await buyer.do(purchasingApi.send, { params, body })
    expect(sent).toMatchObject({ status: 'Open', sentTo: body.to, sentAt: expect.any(String), mailState: 'queued' })
    expect(sent.timeline[0]).toMatchObject({ move: 'send', from: 'Open', to: 'Open', reason: body.to })
    const { rows } = await sql<{ to: string; subject: string; name: string; type: string; content: Buffer }>`
      select m.to_address as to, m.subject, a.name, a.type, a.content from mail_outbox m
      join mail_attachments a on a.mail_id = m.id where m.to_address = ${body.to}`.execute(server.database.db)
    expect(rows).toHaveLength(1)
    const [mail] = rows
    expect(mail).toMatchObject({ name: `${order.number}.pdf`, type: 'application/pdf' })
    expect(mail?.subject).toContain(order.number)
    const text = pdfText(mail?.content ?? Buffer.alloc(0))
    const figure = (amount: string) => Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })
    expect(sent.goodsTotal).toBe('29629.63')
    expect(sent.total).toBe('29706.68')
    for (const shown of [
      order.number,
      place.supplier.name,
      place.warehouse.name,
      'Deliver to gate 3',
      '1,234.5678',
      figure(sent.goodsTotal),
      figure(sent.feesTotal),
      figure(sent.total),
      '2 × 12',
    ])
      expect(text).toContain(shown)
  })

  test('[PO-01] the same document can be downloaded, with the order number as its file name', async () => {
    const order = await placePurchase(buyer, place, [[productId, 24, '2']])
    const answer = await fetch(`${server.url}/api/purchase-orders/${order.id}/document.pdf`, {
      headers: { cookie: buyer.cookie, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(answer.headers.get('content-type')).toContain('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${order.number}.pdf"`)
    const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
    expect(text).toContain(order.number)
    expect(text).toContain('48.00')
  })
})

describe('lists', () => {
  test('[PO-01] can be filtered by status, supplier, item and date, searched, counted and paged', async () => {
    const there = await addPlace(admin)
    const item = (await addProduct(admin, there)).id
    const orders = [
      await addPurchase(buyer, there, [[item, 1, '1']], { reference: 'REF-A1' }),
      await placePurchase(buyer, there, [[item, 2, '1']]),
      await placePurchase(buyer, there, [[item, 3, '1']], { expectedDate: '2020-01-01' }),
    ]
    const list = (query: object) => buyer.do(purchasingApi.listPurchaseOrders, { query })
    const supplier = there.supplier.id
    const numbers = (page: { data: { number: string }[] }) => page.data.map((row) => row.number)
    expect(numbers(await list({ supplier, sort: 'number' }))).toEqual(orders.map((order) => order.number))
    const open = await list({ supplier, status: 'Open', sort: 'number' })
    expect(open.data).toMatchObject([
      { late: false, ordered: 2, received: 0 },
      { late: true, expectedDate: '2020-01-01' },
    ])
    expect(numbers(await list({ q: 'ref-a1' }))).toEqual([orders[0]?.number])
    expect(numbers(await list({ q: there.supplier.name, limit: 2, sort: '-number' }))).toHaveLength(2)
    expect((await list({ item })).total).toBe(3)
    expect((await list({ supplier, from: today(), to: today() })).total).toBe(3)
    expect((await list({ supplier, to: '2020-01-01' })).total).toBe(0)
    const first = await list({ supplier, limit: 2, sort: 'number' })
    const rest = await list({ supplier, limit: 2, sort: 'number', cursor: first.nextCursor ?? '' })
    expect([...numbers(first), ...numbers(rest)]).toEqual(orders.map((order) => order.number))
    const { data } = await buyer.do(purchasingApi.countPurchaseOrders, {})
    expect(data.map((one) => one.status)).toEqual([...purchaseStatuses])
    expect(data.find((one) => one.status === 'Draft')?.count).toBeGreaterThan(0)
  })

  test('[PO-01] the item picker lists products and raw materials, those of the supplier first', async () => {
    const there = await addPlace(admin)
    const product = await addProduct(admin, there, { name: 'ZZ gauze roll', sku: 'ZZ-1' })
    const other = await addProduct(admin, place, { name: 'AA gauze roll' })
    const { id: material } = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'MM gauze roll web', materialType: 'Cotton' },
    })
    const find = async (query: object) =>
      (await buyer.do(purchasingApi.listPurchaseItems, { query })).data.map((item) => item.id)
    expect(await find({ q: 'gauze roll', supplier: there.supplier.id })).toEqual([product.id, other.id, material])
    expect(await find({ codes: 'zz-1' })).toEqual([product.id])
  })

  test('[PO-01] a supplier shows the date of the last placed order', async () => {
    const there = await addPlace(admin)
    const item = (await addProduct(admin, there)).id
    const seen = async () => (await admin.do(crmApi.getSupplier, { params: { id: there.supplier.id } })).lastOrderDate
    await addPurchase(buyer, there, [[item, 1, '1']])
    expect(await seen()).toBeNull()
    await placePurchase(buyer, there, [[item, 1, '1']])
    expect(await seen()).toBe(today())
  })
})

test('the tests above broke no invariant', async () => {
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
