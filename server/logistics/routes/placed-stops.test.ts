import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { accountPartsApi, partnersApi } from '#shared/crm/partners/partners-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { addAccount } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute, shipmentOf } from '#test/deliveries.ts'
import { startServer } from '#test/server.ts'

test('[RTE-01] coordinates that an address gets after its order was confirmed reach the shipment and its planned stop', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, place } = scene
  await admin.call(
    inventoryApi.updateLocation,
    {
      params: { id: place.warehouse.id },
      body: { name: place.warehouse.name, type: 'Warehouse', latitude: 51.5, longitude: -0.1 },
    },
    { version: place.warehouse.version },
  )
  const main = await addAccount(admin, { name: 'Clinic', address: '99 Nowhere Lane' })
  const dock = await addAccount(admin, { name: 'Hospital', address: '1 Main Square', latitude: 51.4, longitude: 0 })
  const moved = await addAccount(admin, { name: 'Moved', address: 'Old Street 1' })
  const body = { kind: 'shipping', name: 'Dock 3', address: 'Rear gate' } as const
  const address = await admin.do(accountPartsApi.addAddress, { params: { id: dock.id }, body })
  const packed = []
  for (const { id } of [main, dock, moved]) packed.push(await packedOrder(scene, 5, scene.productId, id))
  const { id } = await plannedRoute(
    scene,
    packed.map((one) => one.shipmentId),
  )

  await admin.call(
    crmApi.updateAccount,
    { params: { id: main.id }, body: { name: main.name, address: main.address, latitude: 51.6, longitude: -0.2 } },
    { version: main.version },
  )
  await admin.call(
    partnersApi.updateAddress,
    { params: { id: address.id }, body: { ...body, latitude: 51.7, longitude: -0.3 } },
    { version: address.version },
  )
  // Goods that are packed for the old address don't go to the new one.
  await admin.call(
    crmApi.updateAccount,
    { params: { id: moved.id }, body: { name: moved.name, address: 'New Street 2', latitude: 51.8, longitude: -0.4 } },
    { version: moved.version },
  )
  await scene.server.app.runJobs()
  const { routeStops } = await admin.do(routesApi.getRoute, { params: { id } })
  expect(routeStops.map((stop) => [stop.address, stop.latitude, stop.longitude, stop.eta !== null])).toEqual([
    ['99 Nowhere Lane', 51.6, -0.2, true],
    ['Dock 3\nRear gate', 51.7, -0.3, true],
    ['Old Street 1', null, null, false],
  ])
  const shipments = await Promise.all(packed.map((one) => shipmentOf(scene, one.shipmentId)))
  expect(shipments.map((one) => [one.address, one.latitude])).toEqual([
    ['99 Nowhere Lane', 51.6],
    ['Dock 3\nRear gate', 51.7],
    ['Old Street 1', null],
  ])
})
