import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, type Scene, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad } from '#test/driver-phone.ts'
import { changeSettings } from '#test/settings.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const lax = { signature: 'typed', photo: 'optional', scan: false } as const

test('[DRV-02, SET-01] a delivery without the required proof is refused with a list of what is missing', async () => {
  const { admin } = scene
  const { route, stops, packed, phone, driver } = await onTheRoad(scene, 1, false)
  const [stop] = stops
  const [{ shipmentId } = { shipmentId: '' }] = packed
  const { version } = await shipmentOf(scene, shipmentId)
  const packages = [{ kind: 'carton' as const }, { kind: 'bag' as const }]
  const { number } = await admin.do(
    shipmentsApi.putPackages,
    { params: { id: shipmentId }, body: { packages } },
    { version },
  )
  await phone.send(phone.make('route.start', route.id))
  await changeSettings(admin, { logistics: { proof: { signature: 'drawn', photo: 'damaged', scan: true } } })
  // The driver's route contains the proof settings.
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  expect(data.proof).toEqual({ signature: 'drawn', photo: 'damaged', scan: true })

  const send = async (more: { damaged?: number; [key: string]: unknown }) => {
    const [result] = await phone.send(deliveryOf(phone.make, route.id, stop!, more))
    return [result?.outcome, result?.code, result?.reason]
  }
  const refused = 'The company asks for more proof.'
  const scanned = [`${number}-1`, `${number}-2`]
  expect(await send({ damaged: 1 })).toEqual([
    'refused',
    'PROOF_INCOMPLETE',
    `${refused} Scan every package of this stop. Get a signature: a typed name is not enough. Take a photo of the damage.`,
  ])
  const signed = { signature: hash('strokes'), typedName: null }
  expect(await send({ ...signed, scanned: [scanned[0], 'SH-1-1'] })).toEqual([
    'refused',
    'PROOF_INCOMPLETE',
    `${refused} Scan every package of this stop.`,
  ])
  await changeSettings(admin, { logistics: { proof: { ...lax, photo: 'always' } } })
  expect((await send(signed))[2]).toBe(`${refused} Take a photo of the delivery.`)
  expect(await send({ ...signed, photos: [hash('photo')], scanned: [...scanned, 'SH-1-1'] })).toEqual([
    'applied',
    undefined,
    undefined,
  ])
  // The proof lists the scanned packages, without those of other stops.
  const { proofs } = await shipmentOf(scene, shipmentId)
  expect(proofs).toMatchObject([{ scanned, photos: [hash('photo')] }])
  await changeSettings(admin, { logistics: { proof: lax } })
})

test('[DRV-02] a delivery made before the proof settings changed is accepted under the old settings', async () => {
  const { route, stops, phone, packed } = await onTheRoad(scene, 1)
  const early = deliveryOf(phone.make, route.id, stops[0]!)
  await changeSettings(scene.admin, { logistics: { proof: { ...lax, signature: 'drawn' } } })
  expect(await phone.send(early)).toMatchObject([{ outcome: 'applied' }])
  expect((await shipmentOf(scene, packed[0]!.shipmentId)).status).toBe('DELIVERED')
  const { rows } = await sql<{ later: boolean }>`select updated_at > ${early.at} as later from settings`.execute(
    scene.server.database.db,
  )
  expect(rows).toEqual([{ later: true }])
  await changeSettings(scene.admin, { logistics: { proof: lax } })
})
