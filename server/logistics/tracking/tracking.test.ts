import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute, routeOf } from '#test/deliveries.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { mailServer } from '#test/smtp.ts'
import { startServer } from '#test/server.ts'

test('[SHP-02] the tracking link shows one delivery without login, until 7 days after delivery', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, driver, server } = scene
  const { route, packed } = await routeOf(scene, 2, { isStarted: true })
  const link = async (id: string) => {
    const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id } })
    expect(url).toMatch(/\/track#[A-Za-z0-9_-]{43}$/)
    return url.split('#')[1] ?? ''
  }
  const track = (token: string) => server.nobody.call(trackingApi.track, { body: { token } })
  const [first, second] = [await link(packed[0]!.shipmentId), await link(packed[1]!.shipmentId)]
  const positions = [{ at: new Date().toISOString(), latitude: 51.4, longitude: -0.1 }]
  await driver.do(driverApi.sendPositions, { body: { routeId: route.id, positions } })
  expect((await track(first)).body.data).toMatchObject({
    status: 'ON_THE_WAY',
    stopsBefore: 0,
    position: { latitude: 51.4 },
  })
  // The driver's position isn't shown before the customer is next.
  expect((await track(second)).body.data).toMatchObject({ stopsBefore: 1, position: null })

  const instruction = { body: { token: first, instruction: 'Leave it at the porter' } }
  expect((await server.nobody.do(trackingApi.instruct, instruction)).data.instruction).toBe('Leave it at the porter')
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  expect(data.driverStops[0]?.instruction).toBe('Leave it at the porter')

  const body = { receivedBy: 'Ana', reason: 'Call' }
  await admin.do(shipmentsApi.deliverShipment, { params: { id: packed[0]!.shipmentId }, body })
  expect((await track(first)).body.data).toMatchObject({ status: 'DELIVERED', receivedBy: 'Ana', mayInstruct: false })
  expect((await server.nobody.call(trackingApi.instruct, instruction)).status).toBe(409)
  await sql`update shipments set delivered_at = moment() - interval '8 days' where id = ${packed[0]!.shipmentId}`.execute(
    server.database.db,
  )
  expect((await track(first)).status).toBe(400)
  expect((await track('A'.repeat(43))).status).toBe(400)
  expect((await track('short')).status).toBe(422)
  expect((await driver.call(trackingApi.createTrackingLink, { params: { id: packed[0]!.shipmentId } })).status).toBe(
    403,
  )
  expect((await admin.call(trackingApi.createTrackingLink, { params: { id: route.id } })).status).toBe(404)
})

test('[SHP-02] instructions for the driver are refused (409) when a carrier delivers', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, server } = scene
  const { shipmentId } = await packedOrder(scene)
  const params = { id: shipmentId }
  const { url } = await admin.do(trackingApi.createTrackingLink, { params })
  const token = url.split('#')[1] ?? ''
  const instruct = () => server.nobody.call(trackingApi.instruct, { body: { token, instruction: 'Ring twice' } })
  const mayInstruct = async () => (await server.nobody.do(trackingApi.track, { body: { token } })).data.mayInstruct
  expect([await mayInstruct(), (await instruct()).status]).toEqual([true, 200])
  await admin.do(shipmentsApi.assignCarrier, { params, body: { carrier: 'DHL', trackingNumber: null } })
  const refused = await instruct()
  expect([await mayInstruct(), refused.status, refused.body.error]).toEqual([
    false,
    409,
    'A carrier delivers the goods. Ask them.',
  ])
})

test('[SHP-02] guessing links and repeatedly changing the instruction are rate limited (429)', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, server } = scene
  const { packed } = await routeOf(scene, 1)
  const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id: packed[0]!.shipmentId } })
  const token = url.split('#')[1] ?? ''
  const change = (at: number) =>
    server.nobody.call(trackingApi.instruct, { body: { token, instruction: `Ring bell ${at}` } })
  const changed = []
  for (let at = 0; at < 21; at += 1) changed.push((await change(at)).status)
  expect(changed).toEqual([...Array(20).fill(200), 429])

  const trackWith = (given: string) => server.nobody.call(trackingApi.track, { body: { token: given } })
  const guess = () => trackWith(randomBytes(32).toString('base64url'))
  for (let at = 0; at < 300; at += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, guess))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(400))
  }
  const refused = await guess()
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('[SHP-02] customers get one email when their goods leave and one when their stop is next', async () => {
  const mail = await mailServer()
  const scene = await deliveryScene(await startServer({ mail: { smtpUrl: mail.url } }))
  const { admin, driver, server } = scene
  const places = await Promise.all(
    ['one', 'two', 'none'].map((name) =>
      addAccount(admin, {
        name,
        ...(name !== 'none' && { email: `${name}@clinic.example` }),
        latitude: 51.5,
        longitude: -0.1,
      }),
    ),
  )
  const packed = []
  for (const { id } of places) packed.push(await packedOrder(scene, 5, scene.productId, id))
  const shipmentIds = packed.map((one) => one.shipmentId)
  const route = await plannedRoute(scene, shipmentIds)
  const received = async () => {
    await server.app.runJobs()
    return mail.received.map((one) => `${one.to[0]}: ${/^Subject: (.*)$/m.exec(one.raw)?.[1]?.trim()}`).toSorted()
  }
  expect(await received()).toEqual([])
  await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  const [first, second] = route.routeStops
  expect(await received()).toEqual([
    `one@clinic.example: Your delivery ${first?.shipment.number} is next`,
    `two@clinic.example: Your order ${second?.order.number} is on its way`,
  ])
  const phone = phoneOf(driver)
  const postpone = () => phone.make('stop.postpone', route.id, first?.id, { reason: 'Gate' })
  await phone.send(postpone())
  await phone.send(phone.make('stop.arrive', route.id, first?.id), phone.make('stop.arrive', route.id, second?.id))
  expect((await received()).filter((one) => one.includes('is next'))).toEqual([
    `one@clinic.example: Your delivery ${first?.shipment.number} is next`,
    `two@clinic.example: Your delivery ${second?.shipment.number} is next`,
  ])
  const token = /track#([A-Za-z0-9_-]{43})/.exec(mail.received.find((one) => one.to[0]?.startsWith('two'))?.text ?? '')
  const { body } = await server.nobody.call(trackingApi.track, { body: { token: token?.[1] ?? '' } })
  expect(body.data).toMatchObject({ number: second?.shipment.number, status: 'ON_THE_WAY', driver: 'driver' })
})

test('[SHP-02] customers who pick up their goods get no email that they are on their way', async () => {
  const mail = await mailServer()
  const scene = await deliveryScene(await startServer({ mail: { smtpUrl: mail.url } }))
  const { admin, server } = scene
  const packedFor = async (name: string) => {
    const account = await addAccount(admin, { name, email: `${name}@clinic.example` })
    return packedOrder(scene, 5, scene.productId, account.id)
  }
  const counter = { params: { id: (await packedFor('counter')).shipmentId } }
  const body = { receivedBy: 'Ada Nurse', signature: [], reason: 'Showed her card' }
  await admin.do(shipmentsApi.pickUpShipment, { ...counter, body })
  for (const method of ['pick_up', 'own_driver'] as const) {
    const order = { params: { id: (await packedFor(method)).orderId } }
    await admin.do(salesApi.assign, { ...order, body: { method } })
    const { mails } = await admin.do(orderPreviewApi.previewOrder, { ...order, body: { act: 'handOver' } })
    expect(mails).toHaveLength(method === 'pick_up' ? 0 : 1)
    await admin.do(salesApi.handOver, { ...order, body: {} })
  }
  await server.app.runJobs()
  expect(mail.received.map((one) => one.to[0])).toEqual(['own_driver@clinic.example'])
})

test('[SHP-02] the link shows the proof of a delivery, or lets the customer choose another day after a failed one', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, driver, server } = scene
  const { route, packed } = await routeOf(scene, 2, { isStarted: true })
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const tokens = []
  for (const { shipmentId } of packed) {
    const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id: shipmentId } })
    tokens.push(url.split('#')[1] ?? '')
  }
  const [delivered = '', failed = ''] = tokens
  const day = (token: string, date: string) => server.nobody.call(trackingApi.chooseDay, { body: { token, date } })
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  expect((await day(failed, tomorrow)).status).toBe(409)
  const phone = phoneOf(driver)
  const [a, b] = data.driverStops
  const picture = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const handed = deliveryOf(phone.make, route.id, a!, { damaged: 1, signature: sha256, typedName: null })
  await phone.send(handed, phone.make('stop.fail', route.id, b!.id, { reason: 'CLOSED' }))
  const signature = (token: string) => server.nobody.call(trackingApi.trackedSignature, { body: { token } })
  expect((await signature(delivered)).status).toBe(404)
  await driver.send('PUT', `/api/driver/files/${sha256}?offset=0&size=${picture.length}`, new Uint8Array(picture), {
    'content-type': 'application/octet-stream',
  })
  const track = async (token: string) => (await server.nobody.do(trackingApi.track, { body: { token } })).data
  expect(await track(delivered)).toMatchObject({
    status: 'DELIVERED',
    mayReschedule: false,
    position: null,
    place: null,
    proof: {
      receivedBy: 'Dr Weiss',
      signature: sha256,
      hash: handed.payload?.['hash'],
      lines: [{ delivered: 4, damaged: 1 }],
    },
  })
  expect((await signature(delivered)).status).toBe(200)
  expect((await signature(failed)).status).toBe(404)
  expect((await signature('A'.repeat(43))).status).toBe(400)
  expect(await track(failed)).toMatchObject({
    status: 'FAILED_DELIVERY',
    failureReason: 'Your premises were closed.',
    mayReschedule: true,
  })
  expect((await day(delivered, tomorrow)).status).toBe(409)
  expect((await day(failed, '2020-01-01')).status).toBe(422)
  expect((await day('A'.repeat(43), tomorrow)).status).toBe(400)
  // Goods that were checked in again can't be rescheduled.
  await admin.do(shipmentsApi.checkInShipment, { params: { id: packed[1]!.shipmentId }, body: {} })
  expect(await track(failed)).toMatchObject({ status: 'FAILED_DELIVERY', mayReschedule: false })
  expect((await day(failed, tomorrow)).status).toBe(409)
  const [request] = (await admin.do(returnsApi.listReturns, { query: { order: packed[1]!.orderId } })).data
  await admin.do(returnsApi.rejectReturn, {
    params: { id: request?.id ?? '' },
    body: { reason: 'They want it after all' },
  })
  expect((await day(failed, tomorrow)).body.data).toMatchObject({ expectedDate: tomorrow })
  const shipment = await admin.do(shipmentsApi.getShipment, { params: { id: packed[1]!.shipmentId } })
  expect(shipment.expectedDate).toBe(tomorrow)
})
