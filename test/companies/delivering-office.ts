import { addDays } from '#shared/dates.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderTransition } from '#shared/sales/orders/order-transitions.ts'
import { type DeliveringCompany, handedOf, parcelOf, parcelsOf, routeRowOf } from './delivering-company.ts'
import { type Chance, isDone, oneOf, reason } from './selling-company.ts'

/** Creates and packs an order; sometimes only a part is packed, and the rest becomes another order. */
export async function pack(company: DeliveringCompany, { a, b, c }: Chance) {
  const { admin, accounts, products, orders, day } = company
  const lines = products.slice(0, 1 + (a % 2)).map((productId) => ({ productId, quantity: 2 + (b % 5) }))
  const requestedDate = c % 3 === 0 ? null : addDays(day, (c % 3) - 1)
  const body = { accountId: accounts[c % 2] ?? '', lines, requestedDate }
  const made = await admin.do(salesApi.createOrder, { body })
  orders.push(made.id)
  const at = { params: { id: made.id } }
  if (!isDone(company, 'confirm', await admin.call(salesApi.confirm, { ...at, body: {} }))) return
  const picked = made.orderLines.map(({ id, quantity }) => ({ lineId: id, quantity: quantity - 1 }))
  const ready = await admin.call(salesApi.ready, { ...at, body: b % 4 === 0 ? { picked } : {} })
  if (isDone(company, 'ready', ready)) orders.push(...ready.body.children.map(({ id }) => id))
}

type OrderMove =
  | 'confirm'
  | 'ready'
  | 'assign'
  | 'unassign'
  | 'handOver'
  | 'setOff'
  | 'approach'
  | 'postpone'
  | 'deliver'
  | 'failDelivery'
  | 'replan'
  | 'reverse'
  | 'cancel'
  | 'reopen'
  | 'deleteOrder'
const methods = ['carrier', 'own_driver', 'pick_up'] as const
/** One action on an order's page. */
export async function moveOrder(company: DeliveringCompany, chance: Chance, move: OrderMove) {
  const { order, parcel } = await parcelOf(company, chance, move === 'deleteOrder' ? 'cancel' : move)
  if (!order) return
  const bodies: { [Move in OrderMove]?: object } = {
    assign: { method: methods[chance.b % 3], carrier: 'Blue Van' },
    deliver: {
      receivedBy: 'Ward 3',
      ...reason,
      ...(chance.c % 3 === 0 && parcel && { lines: handedOf(parcel.parcel, chance) }),
    },
    failDelivery: { failureReason: deliveryFailures[chance.b % deliveryFailures.length], note: 'Nobody' },
    reverse: reason,
    cancel: reason,
  }
  const body = bodies[move] ?? {}
  isDone(
    company,
    move,
    await company.admin.call(salesApi[move] as typeof salesApi.deliver, { params: { id: order.id }, body } as never),
  )
}

const parcelMoves = {
  putPackages: 'assign',
  assignCarrier: 'assign',
  removeCarrier: 'unassign',
  dispatchShipment: 'handOver',
  pickUpShipment: 'assign',
  deliverShipment: 'deliver',
  failShipment: 'failDelivery',
  replanShipment: 'replan',
  checkInShipment: 'checkIn',
} as const satisfies Partial<Record<keyof typeof shipmentsApi, OrderTransition>>
type ParcelMove = keyof typeof parcelMoves
/** One action on a shipment's page. */
export async function moveParcel(company: DeliveringCompany, chance: Chance, move: ParcelMove) {
  const { parcel } = await parcelOf(company, chance, parcelMoves[move])
  if (!parcel) return
  const params = { id: parcel.id }
  const bodies: { [Move in ParcelMove]?: object } = {
    assignCarrier: { carrier: 'Red Van' },
    pickUpShipment: { receivedBy: 'Ward 3', ...reason },
    deliverShipment: {
      receivedBy: 'Ward 3',
      ...reason,
      ...(chance.c % 2 && { lines: handedOf(parcel.parcel, chance) }),
    },
    failShipment: { failureReason: deliveryFailures[chance.b % deliveryFailures.length], note: 'Nobody' },
    putPackages: {
      packages: parcel.parcel.slice(0, 1 + (chance.b % 2)).map(({ id, quantity }) => ({
        kind: 'carton',
        weight: '1.5',
        isCold: false,
        contents: [{ lineId: id, quantity: 1 + (chance.c % quantity) }],
      })),
    },
  }
  const found = await company.admin.call(shipmentsApi.getShipment, { params })
  if (!isDone(company, 'getShipment', found)) return
  const options = move === 'putPackages' ? { version: found.body.version } : {}
  const body = bodies[move] ?? {}
  isDone(
    company,
    move,
    await company.admin.call(
      shipmentsApi[move] as typeof shipmentsApi.replanShipment,
      { params, body } as never,
      options,
    ),
  )
}

export async function makeRoute(company: DeliveringCompany, chance: Chance) {
  const { admin, riders, place, day } = company
  const driverId = riders[chance.b % 2]?.client.userId ?? ''
  const shipmentIds = await parcelsOf(company, chance)
  const body = { date: addDays(day, chance.c % 2), driverId, startId: place.warehouse.id, shipmentIds }
  if (shipmentIds.length === 0) return
  const made = await admin.call(routesApi.createRoute, { body })
  if (!isDone(company, 'makeRoute', made) || chance.a % 2 === 0) return
  const params = { id: made.body.id }
  isDone(company, 'route start', await admin.call(routesApi.startRoute, { params, body: {} }))
}

/** Plans these shipments for the day and saves the plan at once. */
export async function planDay(company: DeliveringCompany, chance: Chance) {
  const { admin, riders, place, day } = company
  const shipmentIds = await parcelsOf(company, { ...chance, c: 4 })
  const drivers = riders.map(({ client }) => ({ driverId: client.userId, from: '08:00', to: '20:00' }))
  const body = { date: day, startId: place.warehouse.id, shipmentIds, drivers, budgetMs: 50, save: true }
  if (shipmentIds.length > 0) isDone(company, 'planDay', await admin.call(plansApi.planDay, { body }))
}

type RouteAct =
  | 'add'
  | 'remove'
  | 'reorder'
  | 'optimise'
  | 'giveAway'
  | 'start'
  | 'cancel'
  | 'complete'
  | 'delete'
  | 'postpone'
export async function changeRoute(company: DeliveringCompany, chance: Chance, act: RouteAct) {
  const { admin, riders } = company
  const isDriven = act === 'complete' || act === 'postpone'
  const row = await routeRowOf(company, chance, chance.b % 5 === 0 ? undefined : isDriven ? 'IN_PROGRESS' : 'PLANNED')
  if (!row) return
  const params = { id: row.id }
  const found = await admin.call(routesApi.getRoute, { params })
  if (!isDone(company, 'getRoute', found)) return
  const { routeStops, version } = found.body
  const stopIds = routeStops.map(({ id }) => id)
  const stopId = oneOf(stopIds, chance.c) ?? ''
  if ((act === 'remove' || act === 'postpone') && !stopId) return
  const driverId = riders[chance.c % 2]?.client.userId ?? ''
  const acts = {
    add: async () =>
      admin.call(routesApi.addStops, { params, body: { shipmentIds: await parcelsOf(company, chance) } }),
    remove: () => admin.call(routesApi.removeStop, { params: { ...params, stopId } }),
    reorder: () => admin.call(routesApi.reorderStops, { params, body: { stopIds: stopIds.toReversed() } }),
    optimise: () =>
      admin.call(routesApi.optimiseRoute, { params, query: {}, body: { lockedStopIds: [], budgetMs: 50 } }),
    giveAway: () => admin.call(routesApi.updateRoute, { params, body: { driverId } }, { version }),
    start: () => admin.call(routesApi.startRoute, { params, body: {} }),
    cancel: () => admin.call(routesApi.cancelRoute, { params, body: reason }),
    complete: () => admin.call(routesApi.completeRoute, { params, body: {} }),
    delete: () => admin.call(routesApi.deleteRoute, { params }),
    postpone: () => admin.call(routesApi.postponeStop, { params: { ...params, stopId }, body: reason }),
  } satisfies Record<RouteAct, () => Promise<{ status: number }>>
  isDone(company, `route ${act}`, await acts[act]())
}
