import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { addAccount } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute } from '#test/deliveries.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { pdfText } from '#test/pdf-text.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer } from '#test/server.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'

test('[CUS-01, SHP-02] a customer tracks the delivery and gets its proof with signature, name and PDF; other customers cannot', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, driver, server } = scene
  const account = await addAccount(admin, { name: 'Harbour Hospital', latitude: 51.5, longitude: -0.1 })
  const owner = await portalUser(server, admin, account.id)
  const viewer = await portalUser(server, admin, account.id, 'viewer')
  const stranger = await portalUser(server, admin, (await addAccount(admin)).id)
  const packed = await packedOrder(scene, 5, scene.productId, account.id)
  const params = { id: packed.shipmentId }
  const getDelivery = (client: Client = owner) => client.call(portalDeliveriesApi.getDelivery, { params, query: {} })
  const picture = (client: Client = owner) => client.call(portalDeliveriesApi.getSignature, { params, query: {} })
  const pdf = (client: Client = owner) => client.call(portalDeliveriesApi.printProof, { params, query: {} })
  expect((await getDelivery()).body).toMatchObject({
    status: 'READY_FOR_SHIPPING',
    proof: null,
    orderId: packed.orderId,
  })
  expect([(await picture()).status, (await pdf()).status]).toEqual([404, 409])

  const route = await plannedRoute(scene, [packed.shipmentId])
  await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  const underWay = (await getDelivery(viewer)).body
  expect(underWay).toMatchObject({ status: 'ON_THE_WAY', stopsBefore: 0, driver: 'driver' })
  // The home page and the delivery show times in the same time zone.
  expect((await viewer.do(portalHomeApi.getHome, { query: {} })).timeZone).toBe(
    (underWay as { timeZone: string }).timeZone,
  )

  const phone = phoneOf(driver)
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const drawn = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const sha256 = createHash('sha256').update(drawn).digest('hex')
  await phone.send(
    deliveryOf(phone.make, route.id, data.driverStops[0]!, { damaged: 1, signature: sha256, typedName: null }),
  )
  const signed = await getDelivery()
  expect(signed.body).toMatchObject({
    status: 'DELIVERED',
    proof: { receivedBy: 'Dr Weiss', signature: sha256, lines: [{ delivered: 4, damaged: 1 }] },
  })
  // The signature image is still on the phone: the proof exists without it.
  expect([(await picture()).status, (await pdf()).status]).toEqual([404, 200])
  await driver.send('PUT', `/api/driver/files/${sha256}?offset=0&size=${drawn.length}`, new Uint8Array(drawn), {
    'content-type': 'application/octet-stream',
  })
  expect((await picture()).status).toBe(200)
  const answer = await fetch(`${server.url}/api/customer-portal/deliveries/${packed.shipmentId}/proof.pdf`, {
    headers: { cookie: viewer.cookie },
  })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const text = pdfText(Buffer.from(await answer.arrayBuffer()))
  for (const word of ['Proof of delivery', 'Dr Weiss', signed.body.number, signed.body.proof?.hash ?? '?'])
    expect(text).toContain(word)
  // The office prints the same.
  const office = await fetch(`${server.url}/api/shipments/${packed.shipmentId}/proof.pdf`, {
    headers: { cookie: admin.cookie },
  })
  expect(pdfText(Buffer.from(await office.arrayBuffer()))).toBe(text)
  for (const call of [getDelivery, picture, pdf]) expect((await call(stranger)).status).toBe(404)
  for (const call of [getDelivery, picture, pdf]) expect((await call(server.nobody)).status).toBe(401)
})
