import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { addProduct } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute, type Scene } from '#test/deliveries.ts'
import { onTheRoad, outcomes } from '#test/driver-phone.ts'
import { type Listener, listen, until } from '#test/socket.ts'
import { type Client, startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const connect = (client: Client) => listen(scene.server.url, client.cookie)
const names = ({ received }: Listener) => new Set(received.map((one) => one.name))
const hasReceived = ({ received }: Listener, id: string) =>
  received.some(({ payload }) => Object.values(payload).includes(id))

describe('[DRV-02] (R4) live updates', () => {
  test('notify a driver of their own routes and shipments only', async () => {
    const { driver, route } = await onTheRoad(scene, 1, false)
    const [mine, theirs] = [await connect(driver), await connect(await scene.server.as('driver'))]
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    await until(() => mine.received.length >= 3)
    expect(names(mine)).toEqual(new Set(['route_updated', 'tracking_updated', 'shipping_updated']))
    expect(theirs.received).toEqual([])
  })

  test('notify both drivers when a route is reassigned, then only the new one', async () => {
    const { admin } = scene
    const { driver, route, stops, phone } = await onTheRoad(scene, 2, false)
    const other = await scene.server.as('driver')
    const [before, after] = [await connect(driver), await connect(other)]
    await admin.do(routesApi.removeStop, { params: { id: route.id, stopId: stops[1]!.id } })
    await until(() => hasReceived(before, route.id))
    expect(after.received).toEqual([])

    const { version } = await admin.do(routesApi.getRoute, { params: { id: route.id } })
    before.received.length = 0
    await admin.do(routesApi.updateRoute, { params: { id: route.id }, body: { driverId: other.userId } }, { version })
    await until(() => hasReceived(before, route.id) && hasReceived(after, route.id))
    expect((await driver.do(driverApi.listDriverRoutes, { query: {} })).data).toEqual([])
    expect((await driver.call(driverApi.getDriverRoute, { params: { id: route.id } })).status).toBe(404)
    // A phone that hasn't received the change yet (Z2).
    expect(outcomes(await phone.send(phone.make('route.start', route.id)))).toEqual(['refused NOT_FOUND'])

    before.received.length = 0
    after.received.length = 0
    await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    await until(() => names(after).has('tracking_updated'))
    expect(before.received).toEqual([])
  })

  test('notify the driver of a recall, its withdrawal and payments for their shipments', async () => {
    const { admin, place } = scene
    const product = await addProduct(admin, place, { lotControlled: true })
    const stock = { quantity: 50, reason: 'return' as const, lotNumber: 'UP-1', expiryDate: '2035-01-31' }
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: stock })
    const account = await admin.do(crmApi.createAccount, {
      body: { name: `Cash ${randomUUID()}`, paymentTermsDays: 0 },
    })
    const { shipmentId, orderId } = await packedOrder(scene, 5, product.id, account.id)
    const driver = await scene.server.as('driver')
    const route = await plannedRoute(scene, [shipmentId], driver)
    const shown = async () =>
      (await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })).data.driverStops[0]
    const [mine, theirs] = [await connect(driver), await connect(await scene.server.as('driver'))]

    const lotIds = [(await shown())?.lines[0]?.lot.id ?? '']
    const body = { lotIds, reason: 'Particles', instruction: 'Keep it apart' }
    const { recall } = await admin.do(recallsApi.startRecall, { body })
    await until(() => hasReceived(mine, shipmentId))
    expect((await shown())?.lines[0]?.doNotHandOver).toContain('is recalled')
    mine.received.length = 0
    await admin.do(recallsApi.withdraw, { params: { id: recall.id }, body: { summary: 'False alarm' } })
    await until(() => hasReceived(mine, shipmentId))
    expect((await shown())?.lines[0]?.doNotHandOver).toContain('is quarantined')

    mine.received.length = 0
    const { data: invoices } = await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })
    expect((await shown())?.cashDue).toBe('50.00')
    await admin.do(invoicingApi.recordPayment, {
      params: { id: invoices[0]!.id },
      body: { amount: '50.00', method: 'cash', receivedDate: new Date().toISOString().slice(0, 10) },
    })
    await until(() => hasReceived(mine, shipmentId))
    expect((await shown())?.cashDue).toBeNull()
    // Drivers may read neither orders nor invoices, so neither id is sent to them.
    expect(hasReceived(mine, orderId) || hasReceived(mine, invoices[0]!.id)).toBe(false)
    expect(theirs.received).toEqual([])
  })
})
