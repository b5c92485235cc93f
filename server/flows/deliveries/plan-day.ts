import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { type Spot, travelMatrix } from '#shared/logistics/distance.ts'
import { type Misfit, misfitWords } from '#shared/logistics/misfits.ts'
import { leavesAt, planDay as sharePlan } from '#shared/logistics/plan-day.ts'
import type { DayPlan } from '#shared/logistics/routes/plans-api.ts'
import type { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { kilograms } from '#shared/logistics/shipments/packages.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { readLegs } from '#server/logistics/routes/road-legs.ts'
import { learntDriving } from '#server/logistics/routes/driving.ts'
import { listDrivers } from '#server/logistics/routes/drivers.ts'
import { clockOfSeconds, type Planning, readPlanning, secondsOfClock } from '#server/logistics/routes/planning.ts'
import type { Roads } from './reorder-route.ts'

type Wish = RequestOf<(typeof plansApi.planDay)['spec']>['body']

const usualHours: DeliveryWindow[] = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }]
const serviceSeconds = 600
const wholeDay = { from: '00:00', to: '24:00' }

/** A plan, with the input for saving it. */
export interface ProposedDay {
  plan: DayPlan
  /** The input for each proposed route, in the same order. */
  routes: { driverId: string; vehicleId: string | null; startsAt: string; shipmentIds: string[] }[]
}

/** Distributes the shipments to be planned for a day among the drivers; changes nothing. */
export async function proposeDay({ db, measure }: Roads, wish: Wish, clock: Date): Promise<ProposedDay> {
  const { start, vehicles, shipments, dayStart, now, busy } = await readPlanning(db, wish, clock)
  if (!start) throw invalid('startId', 'is not a location')
  const spot = placed(start)
  if (!spot) throw invalid('startId', 'has no place on the map')
  const known = new Map((await listDrivers(db)).map((driver) => [driver.id, driver]))
  const chosen = wish.drivers.map((given, at) => {
    const driver = known.get(given.driverId)
    if (!driver) throw invalid(`drivers.${at}.driverId`, 'is not a driver')
    const vehicleId = given.vehicleId === undefined ? (driver.vehicle?.id ?? null) : given.vehicleId
    const vehicle = vehicleId ? vehicles.get(vehicleId) : undefined
    if (vehicleId && !vehicle) throw invalid(`drivers.${at}.vehicleId`, 'is not a vehicle')
    const usual = windowOn(driver.hours.length > 0 ? driver.hours : usualHours, wish.date)
    const from = given.from ?? usual?.from
    const to = given.to ?? usual?.to
    if (!from || !to || from >= to) throw invalid(`drivers.${at}.from`, 'needs working hours on that day')
    return { driver, vehicle: vehicle ?? null, clock: { from, to } }
  })
  // Plans in elapsed seconds since midnight: on the two days of clock changes, these differ from the time on the clock.
  const clocks = [wholeDay, ...chosen.map((crew) => crew.clock), ...shipments.flatMap(({ row }) => row.window ?? [])]
  const seconds = await secondsOfClock(
    db,
    wish.date,
    clocks.flatMap(({ from, to }) => [from, to]),
  )
  const during = ({ from, to }: { from: string; to: string }) => ({
    from: seconds.get(from) ?? 0,
    to: seconds.get(to) ?? 0,
  })
  const crews = chosen.map((crew) => {
    const hours = during(crew.clock)
    const out = busy.filter(({ id }) => id === crew.driver.id || id === crew.vehicle?.id)
    return { ...crew, hours, free: longestFree(hours, now, out) }
  })
  for (const [at, { driver, vehicle, hours }] of crews.entries()) {
    const same = crews.slice(0, at).find((other) => {
      const isShared = other.driver.id === driver.id || (vehicle !== null && other.vehicle?.id === vehicle.id)
      return isShared && other.hours.from < hours.to && hours.from < other.hours.to
    })
    if (same?.driver.id === driver.id) throw invalid(`drivers.${at}.driverId`, 'is chosen twice for the same hours')
    if (same) throw invalid(`drivers.${at}.vehicleId`, `is with ${same.driver.name} at that time`)
  }
  const unplanned: { row: ShipmentRow; reason: Misfit }[] = []
  const stops = shipments.flatMap(({ row, isBlocked }) => {
    const here = placed(row)
    if (isBlocked || !here) unplanned.push({ row, reason: isBlocked ? 'BLOCKED' : 'NO_PLACE' })
    return !isBlocked && here ? [{ row, here, window: row.window }] : []
  })
  const spots = [spot, ...stops.map(({ here }) => here)]
  await measure(db, spots)
  const legOf = await readLegs(db, spots, await learntDriving(db, spot, dayStart))
  const result = sharePlan({
    travelSeconds: travelMatrix(spots, legOf),
    stops: stops.map(({ row, window }, at) => ({
      place: at + 1,
      window: during(window ?? wholeDay),
      serviceSeconds,
      grams: Math.round(Number(row.weight) * 1000),
      packages: row.packages,
      isCold: row.isCold,
    })),
    vehicles: crews.map(({ vehicle, hours, free }) => ({
      start: 0,
      end: 0,
      hours,
      free,
      maxGrams: vehicle?.maxKg ? vehicle.maxKg * 1000 : null,
      maxPackages: vehicle?.maxPackages ?? null,
      hasColdBox: vehicle?.hasColdBox ?? false,
    })),
    budgetMs: wish.budgetMs,
  })
  for (const { stop, reason } of result.unplanned) {
    const row = stops[stop]?.row
    if (row) unplanned.push({ row, reason })
  }
  const at = (second: number) => new Date(dayStart.getTime() + second * 1000).toISOString()
  const leaving = await clockOfSeconds(db, dayStart, crews.map(leavesAt))
  const startsAt = (crew: (typeof crews)[number]) => leaving.get(leavesAt(crew)) ?? ''
  const proposals = result.routes.flatMap((route) => {
    const crew = crews[route.vehicle]
    if (!crew) return []
    const served = route.order.flatMap((stop) => stops[stop] ?? [])
    const way = [spot, ...served.map(({ here }) => here), spot]
    const distance = way.reduce((sum, to, place) => sum + (place > 0 ? legOf(way[place - 1] ?? to, to).metres : 0), 0)
    const etas = route.arrivals.map((arrival) => at(arrival))
    return [{ crew, route, rows: served.map(({ row }) => row), etas, distance }]
  })
  return {
    plan: {
      date: wish.date,
      proposals: proposals.map(({ crew, route, rows, etas, distance }) => ({
        driver: { id: crew.driver.id, name: crew.driver.name },
        vehicle: crew.vehicle && { id: crew.vehicle.id, name: crew.vehicle.name },
        start: { id: start.id, name: start.name },
        startsAt: startsAt(crew),
        plannedStops: rows.map(({ id, number, account }, place) => ({
          shipmentId: id,
          number,
          account,
          eta: etas[place] ?? null,
        })),
        packages: rows.reduce((sum, row) => sum + row.packages, 0),
        weight: kilograms(rows.reduce((sum, row) => sum + Number(row.weight) * 1000, 0)),
        cost: {
          distance,
          travelSeconds: route.travelSeconds,
          lateStops: 0,
          lateSeconds: route.lateSeconds,
          endsAt: at(route.endsAt),
          etas,
        },
      })),
      unplanned: unplanned.map(({ row, reason }) => ({
        shipmentId: row.id,
        number: row.number,
        account: row.account,
        reason,
        words: misfitWords[reason],
      })),
    },
    routes: proposals.map(({ crew, rows }) => ({
      driverId: crew.driver.id,
      vehicleId: crew.vehicle?.id ?? null,
      startsAt: startsAt(crew),
      shipmentIds: rows.map((row) => row.id),
    })),
  }
}

/** The longest period within these hours, from now on, in which a crew is free. */
function longestFree(hours: { from: number; to: number }, now: number, out: Planning['busy']) {
  let best = { from: hours.to, to: hours.to }
  let from = Math.max(hours.from, now)
  for (const { from: to, until } of [...out, { from: hours.to, until: hours.to }]) {
    if (Math.min(to, hours.to) - from > best.to - best.from) best = { from, to: Math.min(to, hours.to) }
    from = Math.max(from, until)
  }
  return best
}

const placed = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Spot | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }
