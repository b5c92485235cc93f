import sharp from 'sharp'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addAccount, addOrder, addPlace, addProduct, newBarcode, type TestPlace } from '#test/builders.ts'
import { addLots } from '#test/lots.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  place = await addPlace(admin)
})

async function file(path: string, { client = admin, body }: { client?: Client; body?: object } = {}) {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: client.cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isPdf = answer.headers.get('content-type') === 'application/pdf'
  const error = isPdf ? null : (JSON.parse(new TextDecoder().decode(bytes)) as { code: string; error: string })
  const count = (pattern: RegExp) => Buffer.from(bytes).toString('latin1').match(pattern)?.length ?? 0
  return {
    status: answer.status,
    error,
    pages: count(/\/Type \/Page\b/g),
    pictures: count(/\/Subtype \/Image\b/g),
    text: isPdf ? pdfText(bytes) : '',
  }
}
const at = (route: { path: string }, id: string) => route.path.replace(':id', id)
/** Ignores whitespace. */
const flat = (text: string) => text.replaceAll(/\s/g, '')
const confirm = (id: string) => admin.do(salesApi.confirm, { params: { id }, body: {} })

/** Two products, one lot-tracked in a cold room, one without lots, and an order of both, still pending. */
async function pickedScene() {
  const { id: locationId } = place.warehouse
  const { product: lotted } = await addLots(admin, place, [['L-77', 400, 30]], {
    name: 'Vaccine',
    barcode: newBarcode(),
  })
  const lotNumber = 'L-77'
  const plain = await addProduct(admin, place, { name: 'Gauze', quantity: 500 })
  const zone = await admin.do(placesApi.createZone, {
    params: { id: locationId },
    body: { name: `Cold room ${lotted.sku}`, purpose: 'cold' },
  })
  await admin.do(placesApi.keepGoods, {
    params: { id: locationId },
    body: { zoneId: zone.id, goods: [{ itemId: lotted.id }] },
  })
  const account = await addAccount(admin, {
    address: 'Pier 1',
    email: 'orders@pier.example',
    taxNumber: 'FR 40 303 265',
  })
  const { id, number } = await addOrder(admin, account.id, [
    [plain.id, 7],
    [lotted.id, 5],
  ])
  return { id, number, lotted, plain, lotNumber, zone, account }
}

describe('pick list', () => {
  test('[SO-05, LOC-01] is grouped by zone and shows lots and barcodes, for one order or several', async () => {
    const one = await pickedScene()
    const path = at(orderDocumentsApi.printPickList, one.id)
    const early = await file(path)
    expect([early.status, early.error?.code]).toEqual([409, 'NOT_READY'])
    await confirm(one.id)
    const { text, pages } = await file(path)
    const { number, zone, lotNumber, lotted } = one
    for (const words of [number, zone.name, lotNumber, lotted.sku, '(01)', 'Pier 1', '12 units'])
      expect(flat(text)).toContain(flat(words))
    expect(pages).toBe(1)
    // The item with a zone comes first, the one without after it.
    expect(text.indexOf('Vaccine')).toBeLessThan(text.indexOf('Gauze'))
    const two = await pickedScene()
    await confirm(two.id)
    const both = await file(orderDocumentsApi.printPickLists.path, { body: { ids: [two.id, one.id] } })
    expect(both.pages).toBe(2)
    expect(both.text.indexOf(two.number)).toBeLessThan(both.text.indexOf(one.number))
    await admin.do(salesApi.ready, { params: { id: one.id }, body: {} })
    expect((await file(path)).error?.error).toContain('nothing to pick')
    expect((await file(at(orderDocumentsApi.printPickList, crypto.randomUUID()))).status).toBe(404)
    expect((await file(orderDocumentsApi.printPickLists.path, { body: { ids: [] } })).status).toBe(422)
    const driver = await server.as('driver')
    expect((await file(path, { client: driver })).status).toBe(403)
    expect((await file(path, { client: server.nobody })).status).toBe(401)
  })
})

test('[SO-05] a pick list sorts numbers in names by value: size 2 before size 10', async () => {
  const account = await addAccount(admin, { address: 'Pier 3' })
  const sizes = await Promise.all(
    [10, 1, 100, 2].map((size) => addProduct(admin, place, { name: `Stocking size ${size} -`, quantity: 5 })),
  )
  const { id } = await addOrder(
    admin,
    account.id,
    sizes.map((product) => [product.id, 1] as const),
  )
  await confirm(id)
  const { text } = await file(at(orderDocumentsApi.printPickList, id))
  expect(flat(text).match(/Stockingsize\d+/g)).toEqual([1, 2, 10, 100].map((size) => `Stockingsize${size}`))
})

describe('order confirmation', () => {
  test('[SO-02] is printed only for a confirmed order, with 300 lines of long names on several pages', async () => {
    const account = await addAccount(admin, { address: 'Quay 2' })
    const product = await addProduct(admin, place, {
      name: 'Nitrile examination gloves, powder-free, non-sterile, extra long cuff, size M',
      quantity: 5_000_000,
    })
    const lines = Array.from({ length: 300 }, (_, line) => [product.id, 1000 + line] as const)
    const { id, number } = await addOrder(admin, account.id, lines)
    const path = at(orderDocumentsApi.printConfirmation, id)
    const early = await file(path)
    expect([early.status, early.error?.code]).toEqual([409, 'INVALID_TRANSITION'])
    await confirm(id)
    const printed = await file(path)
    const plain = printed.text.replaceAll(/[\s,]/g, '')
    // The total of the last line; item names wrap over several lines.
    for (const words of [number, 'Quay2', '129910.0012990.00']) expect(plain).toContain(words)
    expect(printed.pages).toBeGreaterThan(6)
  })

  test('[SO-02] is queued as an email to the customer and not marked as sent while there is no mail server', async () => {
    const { id, lotted } = await pickedScene()
    const send = (client = admin, body: object = { to: 'ward@example.com' }) =>
      client.call(orderDocumentsApi.sendConfirmation, { params: { id }, body: body as { to: string } })
    expect((await send()).body.code).toBe('INVALID_TRANSITION')
    await confirm(id)
    expect((await send(admin, { to: 'nobody' })).status).toBe(422)
    expect((await send(await server.as('driver'))).status).toBe(403)
    expect((await send(server.nobody)).status).toBe(401)
    const params = { id: crypto.randomUUID() }
    const nowhere = await admin.call(orderDocumentsApi.sendConfirmation, { params, body: { to: 'a@example.com' } })
    expect(nowhere.status).toBe(404)
    const { body } = await send()
    expect(body.confirmation).toMatchObject({ to: 'ward@example.com', mailState: 'queued' })
    const { rows } = await sql<{ subject: string; content: Buffer; name: string }>`select m.subject, t.content, t.name
      from mail_outbox m join mail_attachments t on t.mail_id = m.id
      where m.to_address = 'ward@example.com'`.execute(server.database.db)
    expect(rows[0]?.subject).toContain('Order confirmation')
    expect(flat(pdfText(rows[0]?.content ?? new Uint8Array()))).toContain(flat(lotted.sku))
    const { timeline } = await admin.do(salesApi.getOrder, { params: { id } })
    expect(timeline[0]).toMatchObject({ move: 'confirmationSent', reason: 'ward@example.com' })
  })
})

describe('invoice', () => {
  test('[IVC-01] shows lots, tax numbers of company and customer, bank account, terms and company name', async () => {
    await changeSettings(admin, {
      company: { name: 'Harbour Medical', taxNumber: 'GB 123 4567 89', iban: 'DE89370400440532013000' },
      documents: { invoiceTerms: 'Goods remain ours until paid.', confirmationTerms: 'Prices hold for this order.' },
    })
    const { id, lotNumber } = await pickedScene()
    const { invoice } = await confirm(id)
    const invoiceId = invoice?.id ?? ''
    const { lines } = await admin.do(invoicingApi.getInvoice, { params: { id: invoiceId } })
    expect(lines.map(({ lots }) => lots.map((lot) => [lot.lotNumber, lot.quantity]))).toEqual([[], [[lotNumber, 5]]])
    const before = await file(at(invoiceDocumentsApi.printInvoice, invoiceId))
    for (const words of [
      `Lot ${lotNumber}`,
      'GB 123 4567 89',
      'Tax number FR 40 303 265',
      'DE89 3704 0044 0532 0130 00',
      'Goods remain ours until paid.',
      'Harbour Medical',
    ])
      expect(before.text).toContain(words)
    const confirmation = await file(at(orderDocumentsApi.printConfirmation, id))
    for (const words of ['Prices hold for this order.', 'GB 123 4567 89', 'Harbour Medical'])
      expect(confirmation.text).toContain(words)
    expect([before.pictures, confirmation.pictures]).toEqual([0, 0])
    expect((await file(settingsApi.printSampleInvoice.path)).text).toContain('GB 123 4567 89')
  })

  test('[SET-01] only administrators upload, replace and remove the logo, which is re-encoded and printed; an old version is refused (412)', async () => {
    const picture = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer()
    const send = (client: Client, content: Uint8Array | string, headers: object) =>
      client.send('PUT', settingsApi.putLogo.path, content, { 'content-type': 'image/png', ...headers })
    const put = (client: Client, content: Buffer, version = 1) =>
      send(client, new Uint8Array(content), { 'if-match': `"v${version}"` })
    const version = async () => (await admin.do(settingsApi.getSettings, {})).logoVersion
    const get = () => fetch(server.url + settingsApi.getLogo.path, { headers: { cookie: admin.cookie } })
    expect((await get()).status).toBe(404)
    expect((await put(server.nobody, picture)).status).toBe(401)
    expect((await put(await server.as('sales_rep'), picture)).status).toBe(403)
    expect((await put(admin, Buffer.from('not a picture'))).status).toBe(422)
    expect((await put(admin, picture)).body).toEqual({ logo: expect.stringMatching(/^[\w-]{22}$/), version: 2 })
    const { logo, logoVersion } = await admin.do(settingsApi.getSettings, {})
    expect([logo, logoVersion]).toEqual([expect.stringMatching(/^[\w-]{22}$/), 2])
    const shown = await sharp(Buffer.from(await (await get()).arrayBuffer())).metadata()
    expect([shown.format, shown.width]).toEqual(['png', 300])
    const sample = await fetch(server.url + settingsApi.printSampleInvoice.path, { headers: { cookie: admin.cookie } })
    expect(Buffer.from(await sample.arrayBuffer()).toString('latin1')).toContain('/Subtype /Image')
    // A stale version can neither replace nor remove the logo; of several concurrent requests, one succeeds.
    const other = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#07a' } })
      .png()
      .toBuffer()
    const stale = await put(admin, other)
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([412, 'VERSION_CONFLICT', { version: 2 }])
    expect((await admin.send('DELETE', settingsApi.removeLogo.path)).status).toBe(428)
    expect((await admin.call(settingsApi.removeLogo, {}, { version: 1 })).status).toBe(412)
    expect((await admin.do(settingsApi.getSettings, {})).logo).toBe(logo)
    const many = await Promise.all(Array.from({ length: 5 }, () => put(admin, other, 2)))
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412])
    expect((await admin.call(settingsApi.removeLogo, {}, { version: await version() })).status).toBe(204)
    expect((await admin.do(settingsApi.getSettings, {})).logo).toBeNull()
    expect((await get()).status).toBe(404)
    // The version continues counting after a removal.
    expect([(await put(admin, picture)).status, await version()]).toEqual([412, 4])
    expect((await put(admin, picture, 4)).status).toBe(200)
    const { id } = await pickedScene()
    const { invoice } = await confirm(id)
    const printed = [
      await file(at(invoiceDocumentsApi.printInvoice, invoice?.id ?? '')),
      await file(at(orderDocumentsApi.printConfirmation, id)),
    ]
    expect(printed.map(({ pictures }) => pictures)).toEqual([1, 1])
  })

  test('[SET-01] a logo of another type, with invalid content or too large is refused, as is an upload without version', async () => {
    const putLogo = (content: Uint8Array | string, headers: object) =>
      admin.send('PUT', settingsApi.putLogo.path, content, { 'if-match': '"v1"', ...headers })
    expect(
      (await putLogo('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' })).status,
    ).toBe(415)
    expect((await putLogo('{}', { 'content-type': 'application/json' })).status).toBe(422)
    expect((await putLogo('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/png' })).status).toBe(
      422,
    )
    expect((await putLogo(new Uint8Array(), { 'content-type': 'image/png' })).status).toBe(422)
    const large = await putLogo(new Uint8Array(maxImageBytes + 1), { 'content-type': 'image/png' })
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE'])
    const blind = await admin.send('PUT', settingsApi.putLogo.path, new Uint8Array(9), { 'content-type': 'image/png' })
    expect([blind.status, blind.body.code]).toEqual([428, 'IF_MATCH_MISSING'])
    const odd = await putLogo(new Uint8Array(9), { 'content-type': 'image/png', 'if-match': 'newest' })
    expect(odd.status).toBe(400)
  })

  test('[IVC-01] the sample invoice has the current date in the company’s time zone', async () => {
    const late = await startServer({ clock: () => new Date('2026-03-01T23:30:00Z') })
    const boss = await late.as('admin')
    const read = async () => {
      const answer = await fetch(late.url + settingsApi.printSampleInvoice.path, { headers: { cookie: boss.cookie } })
      return flat(pdfText(new Uint8Array(await answer.arrayBuffer())))
    }
    expect(await read()).toContain(flat('1 Mar 2026'))
    await changeSettings(boss, { timeZone: 'Asia/Kolkata' })
    expect(await read()).toContain(flat('2 Mar 2026'))
  })
})
