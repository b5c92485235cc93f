import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { AccountInput } from '#shared/crm/partners/api.ts'
import { addDays } from '#shared/dates.ts'
import { RouteInput } from '#shared/logistics/routes/api.ts'
import { VehicleInput } from '#shared/logistics/routes/vehicles-api.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import { createAccount } from '#server/crm/partners/accounts.ts'
import { deliverStop } from '#server/flows/deliveries/deliver-stop.ts'
import { completeRoute, lockJourney, startRoute } from '#server/flows/deliveries/drive-route.ts'
import { finishStop } from '#server/flows/deliveries/finish-stop.ts'
import { createRoute } from '#server/flows/deliveries/plan-route.ts'
import { confirmOrder } from '#server/flows/orders/confirm-order.ts'
import { markReadyForShipping } from '#server/flows/orders/ready-for-shipping.ts'
import { addUser } from '#server/identity/users/new-user.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepPositions } from '#server/logistics/driver/positions.ts'
import { hashOf, proofOf } from '#server/logistics/driver/proofs.ts'
import { parcelLines } from '#server/logistics/shipments/handed-lines.ts'
import { updateDriver } from '#server/logistics/routes/drivers.ts'
import { noteRoute } from '#server/logistics/routes/route-lock.ts'
import { arriveAt } from '#server/logistics/routes/stops.ts'
import { createVehicle } from '#server/logistics/routes/vehicles.ts'
import { putPackages } from '#server/logistics/shipments/packages.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'
import { clinics, drivers, vehicles } from './delivery-rows.ts'
import type { On } from './on-day.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Days back on which the own drivers were out. */
const pastDays = [9, 7, 5, 3, 1]
const minutesBetweenStops = 12
/** Customers, by their place, west of the fourth meridian. */
const inTheWest = [0, 1, 3, 5, 8, 9, 11]
/** Products, by their place, of which there is always enough. */
const plentiful = [0, 3, 5, 6, 7, 10]

interface Crew {
  id: string
  name: string
  vehicleId: string
}
interface Fleet {
  accounts: string[]
  crews: Crew[]
  start: string
  products: readonly string[]
}

/** Routes of the own drivers: finished ones with their proofs, one under way, some planned, and shipments that wait. */
export async function deliverGoods(
  on: On,
  today: string,
  {
    productIds,
    place,
    historyDays,
    now,
  }: { productIds: readonly string[]; place: string; historyDays: number; now: number },
): Promise<void> {
  const ago = (date: string, time: string) => (now - Date.parse(`${date}T${time}:00Z`)) / dayMs
  const fleet = await addFleet(on, productIds, place, historyDays)
  for (const [at, days] of pastDays.entries()) {
    const date = addDays(today, -days)
    const crew = fleet.crews[at % 2]
    if (!crew) continue
    const shipments = await pack(on, fleet, ago(date, '06:30'), date, west(5, at))
    const routeId = await plan(on, fleet, ago(date, '07:30'), { crew, date, startsAt: '08:50', shipments })
    await drive(on, routeId, crew, ago(date, '08:50'), {
      stops: 5,
      failed: at === 2 ? 3 : -1,
      partial: at === 3 ? 1 : -1,
    })
    await on(ago(date, '10:30'), (work) => completeRoute(as(work, crew), routeId, 24 + at, crew.id))
  }
  await driveToday(on, today, fleet, now)
  const tomorrow = addDays(today, 1)
  const later = await pack(on, fleet, 0.4, tomorrow, spread(4, 2))
  await plan(on, fleet, 0.2, { crew: fleet.crews[1], date: tomorrow, startsAt: '08:00', shipments: later })
  // These wait for somebody to plan the day.
  await pack(on, fleet, 0.3, today, spread(4, 1))
  await pack(on, fleet, 0.3, tomorrow, spread(6, 4), true)
}

/** A route that has been under way for a while, and one that leaves later today. */
async function driveToday(on: On, today: string, fleet: Fleet, now: number): Promise<void> {
  const [first, second] = fleet.crews
  if (!first || !second) return
  const left = new Date(Math.max(now - 75 * minuteMs, Date.parse(`${today}T00:00:00Z`)))
  const daysAgo = (now - left.getTime()) / dayMs
  const startsAt = left.toISOString().slice(11, 16)
  const shipments = await pack(on, fleet, daysAgo + 0.1, today, spread(5, 0))
  const routeId = await plan(on, fleet, daysAgo + 0.05, { crew: first, date: today, startsAt, shipments })
  await drive(on, routeId, first, daysAgo, { stops: 3, failed: 1, partial: -1 })
  await on(0, (work) =>
    keepPositions(as(work, first), {
      routeId,
      positions: [{ at: new Date(now).toISOString(), latitude: 5.3391, longitude: -4.0011, accuracy: 12 }],
    }),
  )
  const evening = await pack(on, fleet, 0.3, today, spread(4, 7))
  await plan(on, fleet, 0.2, { crew: second, date: today, startsAt: '17:00', shipments: evening })
}

async function addFleet(on: On, products: readonly string[], start: string, historyDays: number): Promise<Fleet> {
  const accounts: string[] = []
  for (const [name, code, address, latitude, longitude, from, to] of clinics) {
    const deliveryWindows = from && to ? [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }] : []
    const input = AccountInput.parse({
      name,
      code,
      address,
      latitude,
      longitude,
      deliveryWindows,
      country: 'Côte d’Ivoire',
      paymentTermsDays: 30,
      phone: `+225 27 20 ${code.charCodeAt(0)} ${code.charCodeAt(1)} ${code.charCodeAt(2)}`,
      labels: ['demo'],
    })
    accounts.push((await on(historyDays, (work) => createAccount(work, input))).id)
  }
  const fleet: string[] = []
  for (const [name, plate, maxKg, maxPackages, hasColdBox] of vehicles) {
    const input = VehicleInput.parse({ name, plate, maxKg, maxPackages, hasColdBox })
    fleet.push((await on(historyDays, (work) => createVehicle(work, input))).id)
  }
  const crews: Crew[] = []
  for (const [name, email, phone, vehicle] of drivers) {
    const vehicleId = fleet[vehicle] ?? ''
    const id = await on(historyDays, async (work) => {
      const userId = await addUser(work.tx, {
        email,
        name,
        phone,
        role: 'driver',
        permissions: roleDefaults.driver,
        passwordHash: null,
      })
      work.audit('user.created', 'user', userId, { email, name, role: 'driver' })
      return userId
    })
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: vehicle === 2 ? '13:00' : '17:00' }]
    await on(historyDays, (work) => updateDriver(work, id, 1, { hours, vehicleId }))
    crews.push({ id, name, vehicleId })
  }
  return { accounts, crews, start, products }
}

/** So many of the customers, from one of them on. */
const spread = (count: number, first: number): number[] =>
  Array.from({ length: count }, (_, at) => (first + at * 5) % clinics.length).filter(
    (one, at, all) => all.indexOf(one) === at,
  )

/** The same of those in one region: enough drives there teach how fast one is. */
const west = (count: number, first: number): number[] =>
  Array.from({ length: count }, (_, at) => inTheWest[(first + at) % inTheWest.length] ?? 0)

/** Orders whose goods are packed; returns their shipments. */
async function pack(
  on: On,
  { accounts, products }: Fleet,
  daysAgo: number,
  date: string,
  customers: readonly number[],
  hasCold = false,
): Promise<string[]> {
  const shipments: string[] = []
  for (const [at, customer] of customers.entries()) {
    const chosen = [plentiful[customer % 3], plentiful[3 + (customer % 3)]].map((index) => products[index ?? 0] ?? '')
    const lines = chosen.map((productId, line) => ({ productId, quantity: 20 + 10 * line }))
    const input = OrderInput.parse({ accountId: accounts[customer], requestedDate: date, lines })
    const orderId = await on(daysAgo + 0.9, (work) => createOrder(work, input))
    await on(daysAgo + 0.8, (work) => confirmOrder(work, orderId))
    await on(daysAgo, (work) => markReadyForShipping(work, orderId))
    const isCold = hasCold && at === 1
    shipments.push(await on(daysAgo, (work) => packOrder(work, orderId, 1 + (customer % 3), isCold)))
  }
  return shipments
}

async function packOrder(work: Work, orderId: string, count: number, isCold: boolean): Promise<string> {
  const { rows } = await sql<{ id: string; version: number }>`select id, version from shipments
    where order_id = ${orderId} and deleted_at is null`.execute(work.tx)
  const [shipment] = rows
  if (!shipment) throw new Error(`Order ${orderId} has no shipment`)
  const packages = Array.from({ length: count }, (_, at) => ({
    kind: isCold ? ('cold_box' as const) : ('carton' as const),
    weight: String(4 + 3 * at),
    isCold,
    contents: [],
  }))
  await putPackages(work, shipment.id, shipment.version, packages)
  return shipment.id
}

interface Wish {
  crew: Crew | undefined
  date: string
  startsAt: string
  shipments: string[]
}

function plan(on: On, { start }: Fleet, daysAgo: number, { crew, date, startsAt, shipments }: Wish): Promise<string> {
  const input = RouteInput.parse({ date, driverId: crew?.id, vehicleId: crew?.vehicleId, startId: start, startsAt })
  return on(daysAgo, (work) => createRoute(work, { ...input, shipmentIds: shipments }))
}

/** The driver starts and comes to so many stops, one after the other; `failed` and `partial` are places from 0. */
async function drive(
  on: On,
  routeId: string,
  crew: Crew,
  daysAgo: number,
  { stops, failed, partial }: { stops: number; failed: number; partial: number },
): Promise<void> {
  await on(daysAgo, (work) => startRoute(as(work, crew), routeId, crew.id))
  for (let at = 0; at < stops; at += 1) {
    const there = daysAgo - ((at + 1) * minutesBetweenStops * minuteMs) / dayMs
    // A few minutes at the door.
    await on(there, (work) => arrive(as(work, crew), routeId))
    await on(there - (4 * minuteMs) / dayMs, (work) =>
      at === failed
        ? fail(as(work, crew), routeId, crew.id)
        : handOver(as(work, crew), routeId, crew.id, at === partial ? 2 : 0),
    )
  }
}

/** The same work, done by a driver. */
const as = (work: Work, { id, name }: Crew): Work => ({
  ...work,
  caller: { userId: id, name, role: 'driver', permissions: roleDefaults.driver, sessionId: randomUUID() },
})

async function currentStop(work: Work, routeId: string) {
  const { rows } = await sql<{ id: string; latitude: number; longitude: number; name: string }>`select p.id, p.latitude,
      p.longitude, a.name from route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
    where p.route_id = ${routeId} and p.removed_at is null and p.status = 'ON_THE_WAY'`.execute(work.tx)
  const [stop] = rows
  if (!stop) throw new Error(`Route ${routeId} has no current stop`)
  return stop
}

async function arrive(work: Work, routeId: string): Promise<void> {
  const { route } = await lockJourney(work, routeId)
  const stop = await currentStop(work, routeId)
  await arriveAt(work, stop.id, work.now)
  await noteRoute(work, route, 'stopArrived', { stopId: stop.id })
}

async function handOver(work: Work, routeId: string, driverId: string, refused: number): Promise<void> {
  const journey = await lockJourney(work, routeId, driverId)
  const current = await currentStop(work, routeId)
  const stop = journey.route.stops.find(({ id }) => id === current.id)
  if (!stop) throw new Error(`Stop ${current.id} is not on its route`)
  const parcel = await parcelLines(work, stop.shipmentId)
  const at = work.now.toISOString()
  const delivery = {
    receivedBy: 'Receiving desk',
    typedName: 'Receiving desk',
    photos: [],
    scanned: await scannedPackages(work, stop.shipmentId),
    notes: refused > 0 ? 'Two boxes refused: outer carton wet' : null,
    lines: parcel.map(({ id, quantity }, line) => ({
      lineId: id,
      delivered: line === 0 ? quantity - refused : quantity,
      refused: line === 0 ? refused : 0,
      damaged: 0,
      note: null,
    })),
    hash: '',
    place: { latitude: current.latitude, longitude: current.longitude },
  }
  const hash = hashOf(proofOf(stop, parcel, delivery, at))
  const event = {
    eventId: randomUUID(),
    seq: 1,
    at,
    type: 'stop.deliver' as const,
    routeId,
    stopId: stop.id,
    payload: {},
  }
  await deliverStop(work, journey, event, { ...delivery, hash }, work.now)
}

async function scannedPackages(work: Work, shipmentId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select coalesce(k.sscc, s.number || '-' || k.number) as code
    from shipment_packages k join shipments s on s.id = k.shipment_id where s.id = ${shipmentId} order by k.number`.execute(
    work.tx,
  )
  return rows.map(({ code }) => code)
}

async function fail(work: Work, routeId: string, driverId: string): Promise<void> {
  const journey = await lockJourney(work, routeId, driverId)
  const { id } = await currentStop(work, routeId)
  const end = { status: 'FAILED_DELIVERY', reason: 'CLOSED', note: 'Stores closed, nobody at the gate' } as const
  await finishStop(work, journey, id, end, { at: work.now, eventId: null })
}
