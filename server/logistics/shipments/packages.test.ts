import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { checkDigit, maxSerial, ssccOf } from '#shared/logistics/shipments/packages.ts'
import { formatDay } from '#shared/format-day.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type Scene, deliveryScene, packedOrder, routeOf, shipmentOf } from '#test/deliveries.ts'
import { addAccount, addProduct } from '#test/builders.ts'
import { pdfPages, pdfText } from '#test/pdf-text.ts'
import { startServer } from '#test/server.ts'
import { symbolOf } from './package-labels.ts'
import { changeSettings } from '#test/settings.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

const pack = async (id: string, packages: object[], version?: number) => {
  const { version: known } = await shipmentOf(scene, id)
  const input = { params: { id }, body: { packages } } as never
  return scene.admin.call(shipmentsApi.putPackages, input, { version: version ?? known })
}

async function pdf(method: 'GET' | 'POST', path: string, body?: object, cookie = scene.admin.cookie) {
  const answer = await fetch(scene.server.url + path, {
    method,
    headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content = new Uint8Array(await answer.arrayBuffer())
  const isPdf = answer.headers.get('content-type') === 'application/pdf'
  return {
    status: answer.status,
    name: answer.headers.get('content-disposition'),
    text: isPdf ? pdfText(content) : '',
    content,
  }
}

describe('[SHP-01] packages', () => {
  test('contain lines and lots, add up to the shipment’s weight and are renumbered when replaced', async () => {
    const { shipmentId } = await packedOrder(scene, 10)
    const { lines } = await shipmentOf(scene, shipmentId)
    const lineId = lines[0]!.id
    const { body: packed } = await pack(shipmentId, [
      { kind: 'cold_box', weight: '2.5', isCold: true, contents: [{ lineId, quantity: 6 }] },
      { kind: 'carton', weight: '1.25', contents: [{ lineId, quantity: 4 }] },
    ])
    expect(packed).toMatchObject({ packages: 2, weight: '3.75', isCold: true })
    const [first, second] = packed.shipmentPackages
    expect([first?.code, second?.code]).toEqual([`${packed.number}-1`, `${packed.number}-2`])
    expect(second).toMatchObject({ number: 2, sscc: null, contents: [{ lineId, quantity: 4 }] })
    // The second package stays and becomes the first.
    const { body: again } = await pack(shipmentId, [{ id: second!.id, kind: 'pallet', contents: [] }])
    expect(again.shipmentPackages).toMatchObject([{ id: second!.id, number: 1, kind: 'pallet', contents: [] }])
    expect(again).toMatchObject({ packages: 1, isCold: false })
  })

  test('get SSCC numbers from the company’s GS1 prefix, each assigned once and permanently', async () => {
    await changeSettings(scene.admin, { logistics: { gs1Prefix: '4012345' } })
    const { shipmentId } = await packedOrder(scene)
    const { body } = await pack(shipmentId, [{ kind: 'carton' }, { kind: 'carton' }])
    const codes = body.shipmentPackages.map((one) => one.sscc ?? '')
    expect(codes).toEqual([ssccOf('4012345', 1), ssccOf('4012345', 2)])
    for (const code of codes) expect(checkDigit(code.slice(0, 17))).toBe(code.slice(17))
    const packages = body.shipmentPackages.map(({ id, kind }) => ({ id, kind }))
    const { body: more } = await pack(shipmentId, [...packages.toReversed(), { kind: 'bag' }])
    expect(more.shipmentPackages.map((one) => one.sscc)).toEqual([...codes.toReversed(), ssccOf('4012345', 3)])
    await changeSettings(scene.admin, { logistics: { gs1Prefix: null } })
  })

  test('refuses more packages if the GS1 prefix has no numbers left (409)', async () => {
    expect([maxSerial('4012345'), ssccOf('401234567890', 99_999)]).toEqual([
      9_999_999_999,
      `94012345678909999${checkDigit('94012345678909999')}`,
    ])
    await changeSettings(scene.admin, { logistics: { gs1Prefix: '401234567890' } })
    const { shipmentId } = await packedOrder(scene)
    const { db } = scene.server.database
    await db
      .updateTable('counters')
      .set({ value: 99_998 as never })
      .where('name', '=', 'SSCC')
      .execute()
    expect((await pack(shipmentId, [{ kind: 'bag' }])).status).toBe(200)
    const refused = await pack(shipmentId, [{ kind: 'bag' }])
    expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
    await changeSettings(scene.admin, { logistics: { gs1Prefix: null } })
  })

  test('refuses invalid requests: 401, 403, 404, 409, 412, 422, 428', async () => {
    const { shipmentId } = await packedOrder(scene, 3)
    const other = await packedOrder(scene, 3)
    const lineId = (await shipmentOf(scene, shipmentId)).lines[0]!.id
    const foreign = (await shipmentOf(scene, other.shipmentId)).lines[0]!.id
    const path = `/api/shipments/${shipmentId}/packages`
    const body = { packages: [] }
    const versioned = { 'if-match': '"v1"' }
    expect((await scene.server.nobody.send('PUT', path, body, versioned)).status).toBe(401)
    const seller = await scene.server.as('sales_rep')
    expect((await seller.send('PUT', path, body, versioned)).status).toBe(403)
    expect((await scene.driver.send('PUT', path, body, versioned)).status).toBe(403)
    const nowhere = path.replace(shipmentId, '00000000-0000-7000-8000-000000000000')
    expect((await scene.admin.send('PUT', nowhere, body, versioned)).status).toBe(404)
    expect((await scene.admin.send('PUT', path, body)).status).toBe(428)
    expect((await pack(shipmentId, [], 99)).body.code).toBe('VERSION_CONFLICT')
    const fieldsOf = async (packages: object[]) => {
      const { status, body: answer } = await pack(shipmentId, packages)
      return [status, Object.keys(answer.fields ?? {})]
    }
    const contents = (id: string, quantity: number) => [{ kind: 'bag', contents: [{ lineId: id, quantity }] }]
    expect(await fieldsOf(contents(lineId, 4))).toEqual([422, ['packages.0.contents']])
    expect(await fieldsOf(contents(foreign, 1))).toEqual([422, ['packages.0.contents']])
    expect(await fieldsOf([{ kind: 'bag', weight: 'heavy' }])).toEqual([422, ['packages.0.weight']])
    expect(await fieldsOf([{ kind: 'crate' }])).toEqual([422, ['packages.0.kind']])
    const { route, packed } = await routeOf(scene, 1, { isStarted: true, driver: await scene.server.as('driver') })
    expect(route.status).toBe('IN_PROGRESS')
    expect((await pack(packed[0]!.shipmentId, [])).status).toBe(409)
  })
})

describe('[SHP-01] documents', () => {
  test('barcode contains the SSCC with its GS1 identifier, or else the package number', async () => {
    const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
    const read = async (sscc: string | null, code: string) => {
      const png = Buffer.from(await symbolOf({ sscc, code }), 'base64')
      const [found] = await readBarcodes(new Blob([new Uint8Array(png)]), { textMode: 'Plain', maxNumberOfSymbols: 1 })
      return [found?.symbologyIdentifier, found?.text]
    }
    const sscc = ssccOf('4012345', 17)
    expect(await read(sscc, sscc)).toEqual([']C1', `00${sscc}`])
    expect((await read(null, 'SH-2026-000017-2'))[1]).toBe('SH-2026-000017-2')
  })

  test('delivery note shows lot, expiry and remaining days; several are combined in one PDF', async () => {
    const { admin, place } = scene
    const product = await addProduct(admin, place, { name: 'Insulin pens', lotControlled: true })
    const expiryDate = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10)
    const stock = { quantity: 50, reason: 'return', lotNumber: 'INS-77', expiryDate } as const
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: stock })
    const { shipmentId } = await packedOrder(scene, 7, product.id)
    const other = await packedOrder(scene, 3)
    const shown = await shipmentOf(scene, shipmentId)
    const note = await pdf('GET', `/api/shipments/${shipmentId}/documents/delivery-note`)
    expect(note.name).toBe(`attachment; filename="delivery-note-${shown.number}.pdf"`)
    for (const part of [
      'Insulin pens',
      'INS-77',
      formatDay(expiryDate),
      shown.number,
      shown.order.number,
      'High Street 1',
    ])
      expect(note.text).toContain(part)
    expect(note.text).toContain(String(shown.lines[0]?.lot.remainingDays))
    const both = await pdf('POST', '/api/shipments/documents', { ids: [shipmentId, other.shipmentId] })
    const second = await shipmentOf(scene, other.shipmentId)
    expect(both.text).toContain(shown.number)
    expect(both.text).toContain(second.number)
  })

  test('packing slip is grouped by package, with loose goods last; each package gets a label', async () => {
    const { shipmentId } = await packedOrder(scene, 10)
    const lineId = (await shipmentOf(scene, shipmentId)).lines[0]!.id
    const empty = await pdf('POST', '/api/shipments/labels', { ids: [shipmentId] })
    expect(empty.status).toBe(409)
    await pack(shipmentId, [
      { kind: 'carton', weight: '1.5', contents: [{ lineId, quantity: 6 }] },
      { kind: 'cold_box', isCold: true, contents: [] },
    ])
    const { number } = await shipmentOf(scene, shipmentId)
    const slip = await pdf('GET', `/api/shipments/${shipmentId}/documents/packing-slip`)
    for (const part of [`${number}-1`, 'Carton, 1.5 kg', 'keep cold']) expect(slip.text).toContain(part)
    for (const layout of ['roll-100x150', 'a4-4']) {
      const labels = await pdf('POST', '/api/shipments/labels', { ids: [shipmentId], layout })
      expect([labels.status, labels.name]).toEqual([200, 'attachment; filename="package-labels.pdf"'])
      for (const part of ['1 of 2', '2 of 2', `${number}-2`, 'KEEP COLD']) expect(labels.text).toContain(part)
    }
  })

  test('a label shows a long name and address completely, with the country, above the package number', async () => {
    const long = {
      name: 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
      address: 'Langestrassenamen ohne Ende '.repeat(18).slice(0, 500),
      country: 'Ghana',
    }
    const { id } = await addAccount(scene.admin, long)
    const { shipmentId } = await packedOrder(scene, 10, scene.productId, id)
    await pack(shipmentId, [{ kind: 'carton', contents: [] }])
    const { number } = await shipmentOf(scene, shipmentId)
    for (const layout of ['roll-100x150', 'a4-4']) {
      const { content } = await pdf('POST', '/api/shipments/labels', { ids: [shipmentId], layout })
      const [texts = [], ...more] = pdfPages(content)
      expect(more).toEqual([])
      const at = texts.findIndex(({ text }) => text.startsWith(number))
      const above = texts.slice(0, at)
      expect(above.map(({ text }) => text.trim()).join(''), layout).toContain(
        `${long.name}${long.address.replaceAll(' ', '')}Ghana`,
      )
      expect(Math.min(...above.map(({ y }) => y)), layout).toBeGreaterThan((texts[at]?.y ?? 0) + 10)
    }
  })

  test('[SHP-02] the proof of a delivery shows who received what; only for signed deliveries and users with permission', async () => {
    const { admin, server, driver } = scene
    const { shipmentId } = await packedOrder(scene, 6)
    const path = `/api/shipments/${shipmentId}/proof.pdf`
    const unsigned = await admin.send('GET', path)
    expect([unsigned.status, unsigned.body.code, unsigned.body.error]).toEqual([
      409,
      'NOT_READY',
      'Nobody has signed for this delivery yet.',
    ])
    const body = {
      receivedBy: 'Ada Nurse',
      signature: [
        [
          [10, 10],
          [80, 60],
        ],
      ],
    }
    const { number, proofs } = await admin.do(shipmentsApi.pickUpShipment, { params: { id: shipmentId }, body })
    const proof = await pdf('GET', path)
    expect([proof.status, proof.name]).toEqual([200, `attachment; filename="proof-${number}.pdf"`])
    for (const part of ['Proof of delivery', 'Ada Nurse', number, proofs[0]?.hash ?? '?'])
      expect(proof.text).toContain(part)
    // The name was not typed in place of a signature: it was drawn.
    expect(proof.text).not.toContain('typed name')
    expect((await pdf('GET', path, undefined, '')).status).toBe(401)
    expect((await pdf('GET', path, undefined, (await server.as('sales_rep')).cookie)).status).toBe(403)
    expect((await pdf('GET', path, undefined, driver.cookie)).status).toBe(403)
    const unknown = await admin.send('GET', '/api/shipments/00000000-0000-7000-8000-000000000000/proof.pdf')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('only for existing shipments and users with permission: 401, 403, 404, 422', async () => {
    const { shipmentId } = await packedOrder(scene)
    const path = `/api/shipments/${shipmentId}/documents/delivery-note`
    expect((await pdf('GET', path, undefined, '')).status).toBe(401)
    expect((await pdf('GET', path, undefined, (await scene.server.as('sales_rep')).cookie)).status).toBe(403)
    expect((await pdf('GET', path, undefined, scene.driver.cookie)).status).toBe(403)
    expect((await pdf('GET', `/api/shipments/${shipmentId}/documents/poem`)).status).toBe(404)
    const ids = [shipmentId, '00000000-0000-7000-8000-000000000000']
    expect((await pdf('POST', '/api/shipments/documents', { ids })).status).toBe(404)
    expect((await pdf('POST', '/api/shipments/documents', { ids: [] })).status).toBe(422)
  })
})
