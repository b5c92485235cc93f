import { sql } from 'kysely'
import { estimatedLegs, type Driving, type Leg, type LegOf, type Spot } from '#shared/logistics/distance.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RoadTable } from './road-table.ts'

/** Rounds to about a metre; places closer than that share their roads. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
const keyOf = (from: Spot, to: Spot) =>
  `${round(from.latitude)},${round(from.longitude)} ${round(to.latitude)},${round(to.longitude)}`

/** Roads change: measured legs are measured again after this many days. */
const freshDays = 30
/** With more places, distances are estimated: a larger table would take too long. */
const maxMeasured = 300
/** Up to this many stops, the route page gets the table; on longer routes the order that a user tries is estimated. */
const maxStops = 60
/** How long the service isn't called again after a failure. */
const restMs = 60_000

interface Row {
  metres: number | null
  seconds: number | null
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
}

/** The known road distances between these places; unknown ones are estimated. */
export async function readLegs(db: Db | Tx, spots: readonly Spot[], driving: Driving): Promise<LegOf> {
  const known = await knownLegs(db, spots)
  const estimate = estimatedLegs(driving)
  return (from, to) => known.get(keyOf(from, to)) ?? estimate(from, to)
}

/** A leg is null if there is no road. */
async function knownLegs(db: Db | Tx, spots: readonly Spot[]): Promise<Map<string, Leg | null>> {
  const places = JSON.stringify(distinct(spots))
  const { rows } = await sql<Row>`with place as materialized (
      select latitude, longitude from jsonb_to_recordset(${places}::jsonb) as p(latitude float8, longitude float8))
    select l.from_latitude as "fromLatitude", l.from_longitude as "fromLongitude", l.to_latitude as "toLatitude",
      l.to_longitude as "toLongitude", l.metres, l.seconds
    from place a join road_legs l on l.from_latitude = a.latitude and l.from_longitude = a.longitude
    join place b on l.to_latitude = b.latitude and l.to_longitude = b.longitude
    where l.measured_at > moment() - make_interval(days => ${freshDays})`.execute(db)
  return new Map(
    rows.map(({ fromLatitude, fromLongitude, toLatitude, toLongitude, metres, seconds }) => [
      keyOf({ latitude: fromLatitude, longitude: fromLongitude }, { latitude: toLatitude, longitude: toLongitude }),
      metres === null || seconds === null ? null : { metres, seconds },
    ]),
  )
}

/** A table of all legs between these places; null unless each has coordinates and every leg is known by road. */
export async function readRoads(
  db: Db | Tx,
  places: readonly ({ latitude: number | null; longitude: number | null } | null)[],
): Promise<{ metres: number[][]; seconds: number[][] } | null> {
  const spots = places.flatMap((one) =>
    one && one.latitude !== null && one.longitude !== null
      ? [{ latitude: one.latitude, longitude: one.longitude }]
      : [],
  )
  if (spots.length < places.length || spots.length < 2 || spots.length > maxStops) return null
  const known = await knownLegs(db, spots)
  if (known.size === 0) return null
  const here = { metres: 0, seconds: 0 }
  const table = spots.map((from) =>
    spots.map((to) => (keyOf(from, from) === keyOf(to, to) ? here : (known.get(keyOf(from, to)) ?? null))),
  )
  if (table.some((row) => row.includes(null))) return null
  return {
    metres: table.map((row) => row.map((leg) => leg?.metres ?? 0)),
    seconds: table.map((row) => row.map((leg) => leg?.seconds ?? 0)),
  }
}

function distinct(spots: readonly Spot[]): Spot[] {
  const all = new Map<string, Spot>()
  for (const { latitude, longitude } of spots) {
    const spot = { latitude: round(latitude), longitude: round(longitude) }
    all.set(keyOf(spot, spot), spot)
  }
  return [...all.values()]
}

/** Measures legs that are not known yet; returns whether any were measured. Never throws: failures fall back to estimates. */
export type MeasureRoads = (db: Db, spots: readonly Spot[]) => Promise<boolean>

/** Call it outside of transactions, so that no lock is held while the service is called. */
export function measureRoads(table: RoadTable | null, warn: (words: string) => void, clock = Date.now): MeasureRoads {
  let restUntil = 0
  return async (db, given) => {
    const spots = distinct(given)
    if (!table || spots.length < 2 || clock() < restUntil) return false
    if (spots.length > maxMeasured) {
      warn(`${spots.length} places are more than the road service is asked for at once: they are estimated.`)
      return false
    }
    const known = await knownLegs(db, spots)
    const isKnown = (from: Spot, to: Spot) => from === to || known.has(keyOf(from, to))
    const from = spots.filter((one) => spots.some((other) => !isKnown(one, other)))
    const to = spots.filter((other) => spots.some((one) => !isKnown(one, other)))
    if (from.length === 0) return false
    try {
      await keepLegs(db, from, to, await table(from, to))
      return true
    } catch (error) {
      restUntil = clock() + restMs
      warn(error instanceof Error ? error.message : String(error))
      return false
    }
  }
}

async function keepLegs(db: Db, from: readonly Spot[], to: readonly Spot[], table: readonly (Leg | null)[][]) {
  const rows = from.flatMap((a, i) =>
    to.flatMap((b, j) => {
      const leg = table[i]?.[j]
      return leg !== undefined && a !== b
        ? [{ a: a.latitude, b: a.longitude, c: b.latitude, d: b.longitude, ...leg }]
        : []
    }),
  )
  await db
    .insertInto('road_legs')
    .columns(['from_latitude', 'from_longitude', 'to_latitude', 'to_longitude', 'metres', 'seconds', 'measured_at'])
    .expression(sql`select a, b, c, d, metres, seconds, moment()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(a float8, b float8, c float8, d float8, metres int, seconds int)`)
    .onConflict((oc) =>
      oc.columns(['from_latitude', 'from_longitude', 'to_latitude', 'to_longitude']).doUpdateSet((eb) => ({
        metres: eb.ref('excluded.metres'),
        seconds: eb.ref('excluded.seconds'),
        measured_at: eb.ref('excluded.measured_at'),
      })),
    )
    .execute()
}

/** Deletes legs that are too old to be used. */
export async function forgetLegs(db: Db): Promise<void> {
  await sql`delete from road_legs where measured_at < moment() - make_interval(days => ${2 * freshDays})`.execute(db)
}
