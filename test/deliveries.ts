import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from './builders.ts'
import type { Client, TestServer } from './server.ts'

export interface Scene {
  server: TestServer
  admin: Client
  driver: Client
  place: TestPlace
  /** A product with 100,000 pieces in stock. */
  productId: string
  accountId: string
}

/** Creates a warehouse, a product in stock, a customer with coordinates, and a driver. */
export async function deliveryScene(server: TestServer): Promise<Scene> {
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 100_000 })
  const account = await addAccount(admin, { address: 'High Street 1', latitude: 51.5, longitude: -0.12 })
  return { server, admin, driver: await server.as('driver'), place, productId: product.id, accountId: account.id }
}

/** Creates an order with packed goods; returns its id and that of its shipment. */
export async function packedOrder(
  scene: Scene,
  quantity = 5,
  productId = scene.productId,
  accountId = scene.accountId,
) {
  const { admin } = scene
  const { id } = await addOrder(admin, accountId, [[productId, quantity]])
  await patiently(() => admin.do(salesApi.confirm, { params: { id }, body: {} }))
  const { shipments } = await patiently(() => admin.do(salesApi.ready, { params: { id }, body: {} }))
  return { orderId: id, shipmentId: shipments[0]?.id ?? '' }
}

/**
 * Retries REQUEST_IN_PROGRESS up to five times, as the office client does, if other tests hold a lock on the same
 * stock.
 */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= 5 || !String(error).includes('REQUEST_IN_PROGRESS')) throw error
    }
  }
}

let days = 0
/** Creates a PLANNED route with these shipments. */
export async function plannedRoute(scene: Scene, shipmentIds: readonly string[], driver = scene.driver) {
  days += 1
  const date = new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10)
  return scene.admin.do(routesApi.createRoute, {
    body: {
      date,
      driverId: driver.userId,
      startId: scene.place.warehouse.id,
      ...(shipmentIds.length > 0 && { shipmentIds: [...shipmentIds] }),
    },
  })
}

/** Creates a route with `count` new orders, and starts it if `isStarted`. */
export async function routeOf(scene: Scene, count: number, { isStarted = false, driver = scene.driver } = {}) {
  const packed = []
  for (let made = 0; made < count; made += 1) packed.push(await packedOrder(scene))
  const route = await plannedRoute(
    scene,
    packed.map((one) => one.shipmentId),
    driver,
  )
  const shown = isStarted ? await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} }) : route
  return { route: shown, packed }
}

export const orderStatus = async ({ admin }: Scene, id: string) =>
  (await admin.do(salesApi.getOrder, { params: { id } })).status
export const shipmentOf = ({ admin }: Scene, id: string) => admin.do(shipmentsApi.getShipment, { params: { id } })

/** The body of a request to plan a day of the driver. */
export const planBody = ({ place, driver }: Scene) => ({
  date: '2028-02-01',
  startId: place.warehouse.id,
  drivers: [{ driverId: driver.userId, from: '08:00', to: '17:00' }],
  budgetMs: 100,
})

export const aVehicle = { name: 'Van', hasColdBox: false }
let vans = 0
export const addVehicle = ({ admin }: Scene, more: object = {}) =>
  admin.do(vehiclesApi.createVehicle, { body: { ...aVehicle, name: `Van ${(vans += 1)}`, ...more } })
