import type { SentEvent } from '#test/driver-phone.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { type OrderStatus, type OrderTransition, orderTransitions } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import type { phoneOf } from '#test/driver-phone.ts'
import type { Client } from '#test/client.ts'
import { type Chance, oneOf, type SellingCompany } from './selling-company.ts'

/* A company that delivers to two customers with two drivers, with random steps. */

/** A driver with the routes that their phone shows, which may be outdated, and the events it has sent. */
export interface Rider {
  client: Client
  phone: ReturnType<typeof phoneOf>
  seen: DriverRoute[]
  sent: SentEvent[]
  /** Events made offline; sent later together with new ones, in any order. */
  waiting: SentEvent[]
}

export interface DeliveringCompany extends Pick<SellingCompany, 'admin' | 'place' | 'products' | 'orders' | 'answers'> {
  accounts: readonly string[]
  riders: readonly Rider[]
  day: string
}

/** Two products, one of them lot-tracked; two customers, one of them without coordinates. */
export async function openDeliveringCompany(admin: Client) {
  const place: TestPlace = await addPlace(admin)
  const { id, version } = place.warehouse
  const spot = { latitude: 51.51, longitude: -0.13 }
  await admin.do(
    inventoryApi.updateLocation,
    { params: { id }, body: { name: place.warehouse.name, type: 'Warehouse', ...spot } as never },
    { version },
  )
  const products: string[] = []
  for (const price of ['9.99', '3.50'])
    products.push((await addProduct(admin, place, { price, cost: '0.05', quantity: 100_000 })).id)
  return { admin, place, products }
}

export const receivers = async (admin: Client): Promise<string[]> => [
  (await addAccount(admin, { address: 'High Street 1', latitude: 51.5, longitude: -0.12 })).id,
  (await addAccount(admin)).id,
]

/** One of the company's orders with its current shipment, mostly one for which the transition is allowed. */
export async function parcelOf(company: DeliveringCompany, { a, b, c }: Chance, move: OrderTransition) {
  const { admin, accounts, orders } = company
  const status = oneOf<OrderStatus>(orderTransitions[move].from, b)
  const query = { account: accounts[c % 2] ?? '', ...(status && { status }), limit: 200 }
  const { data } = await admin.do(salesApi.listOrders, { query })
  const id = a % 5 > 0 && data.length > 0 ? oneOf(data, a)?.id : oneOf(orders, a)
  const found = id ? await admin.call(salesApi.getOrder, { params: { id } }) : undefined
  const order: Order | undefined = found?.status === 200 ? found.body : undefined
  return { order, parcel: order?.shipments.at(-1) }
}

/** Some shipments of a customer, mostly unplanned ones. */
export async function parcelsOf({ admin, accounts }: DeliveringCompany, { a, b, c }: Chance): Promise<string[]> {
  const query = { account: accounts[b % 2] ?? '', limit: 200, ...(a % 5 > 0 && { planned: 'no' as const }) }
  const { data } = await admin.do(shipmentsApi.listShipments, { query })
  return data.map(({ id }) => id).slice(a % 2, (a % 2) + 1 + (c % 5))
}

/** One of the routes of this company's drivers. */
export async function routeRowOf(
  { admin, riders }: DeliveringCompany,
  { a, b }: Chance,
  status?: RouteRow['status'],
): Promise<RouteRow | undefined> {
  const driver = riders[a % 2]?.client.userId ?? ''
  const { data } = await admin.do(routesApi.listRoutes, { query: { driver, ...(status && { status }), limit: 200 } })
  return oneOf(data, b)
}

/** The outcome for each line of a shipment: some pieces of the first line are refused or damaged. */
export const handedOf = (lines: readonly { id: string; quantity: number }[], { b, c }: Chance) =>
  lines.map(({ id, quantity }, at) => {
    const refused = at === 0 ? b % (quantity + 1) : 0
    const damaged = c % 2 ? Math.min(1, quantity - refused) : 0
    return { lineId: id, delivered: quantity - refused - damaged, refused, damaged }
  })
