import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { AccountInput } from '#shared/crm/partners/api.ts'
import { addDays } from '#shared/dates.ts'
import { RouteInput } from '#shared/logistics/routes/api.ts'
import { VehicleInput } from '#shared/logistics/routes/vehicles-api.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import { createAccount } from '#server/crm/partners/accounts.ts'
import { completeRoute } from '#server/flows/deliveries/drive-route.ts'
import { createRoute } from '#server/flows/deliveries/plan-route.ts'
import { confirmOrder } from '#server/flows/orders/confirm-order.ts'
import { markReadyForShipping } from '#server/flows/orders/ready-for-shipping.ts'
import { addUser } from '#server/identity/users/new-user.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepPositions } from '#server/logistics/driver/positions.ts'
import { updateDriver } from '#server/logistics/routes/drivers.ts'
import { createVehicle } from '#server/logistics/routes/vehicles.ts'
import { putPackages } from '#server/logistics/shipments/packages.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'
import { clinics, drivers, vehicles } from './delivery-rows.ts'
import type { On } from './on-day.ts'
import { as, type Crew, drive, minutesBetweenStops } from './drive-routes.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Days ago on which the company's own drivers were out. */
const pastDays = [9, 7, 5, 3, 1]
/** Customers, by their index, west of the fourth meridian. */
const inTheWest = [0, 1, 3, 5, 8, 9, 11]
/** Products, by their index, that never run out. */
const plentiful = [0, 3, 5, 6, 7, 10]

interface Fleet {
  accounts: string[]
  crews: Crew[]
  start: string
  products: readonly string[]
}

/** Routes of the company's own drivers: finished ones with their proofs, one in progress, some planned, and shipments that wait. */
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
  // These shipments wait to be planned.
  await pack(on, fleet, 0.3, today, spread(4, 1))
  await pack(on, fleet, 0.3, tomorrow, spread(6, 4), true)
}

/** A route in progress, and one that starts later today. */
async function driveToday(on: On, today: string, fleet: Fleet, now: number): Promise<void> {
  const [first, second] = fleet.crews
  if (!first || !second) return
  const midnight = Date.parse(`${today}T00:00:00Z`)
  const left = new Date(Math.min(now, Math.max(now - 75 * minuteMs, midnight)))
  const daysAgo = (now - left.getTime()) / dayMs
  const startsAt = left.toISOString().slice(11, 16)
  const shipments = await pack(on, fleet, daysAgo + 0.1, today, spread(5, 0))
  const routeId = await plan(on, fleet, daysAgo + 0.05, { crew: first, date: today, startsAt, shipments })
  await drive(on, routeId, first, daysAgo, {
    stops: 3,
    failed: 1,
    partial: -1,
    // Shortly after midnight the stops are closer together, so that none is in the future.
    minutes: Math.min(minutesBetweenStops, (now - left.getTime()) / minuteMs / 4),
  })
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

/** This many customers, starting with one of them. */
const spread = (count: number, first: number): number[] =>
  Array.from({ length: count }, (_, at) => (first + at * 5) % clinics.length).filter(
    (one, at, all) => all.indexOf(one) === at,
  )

/** The same for one region: enough drives there to learn the driving speed. */
const west = (count: number, first: number): number[] =>
  Array.from({ length: count }, (_, at) => inTheWest[(first + at) % inTheWest.length] ?? 0)

/** Packs orders; returns their shipments. */
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
    const { id: orderId } = await on(daysAgo + 0.9, (work) => createOrder(work, input))
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
