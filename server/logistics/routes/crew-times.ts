import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import type { Work } from '#server/kernel/work.ts'

/** When drivers and vehicles are busy on their routes, and which routes need one of them at the same time. */

export const timeZone = sql`coalesce((select content ->> 'timeZone' from settings), 'UTC')`

export const startOf = (r: string) =>
  sql`((${sql.ref(`${r}.date`)} + ${sql.ref(`${r}.starts_at`)}::time) at time zone ${timeZone})`
/** The end of a route; the end of its day if it isn't known. */
export const endOf = (r: string) =>
  sql`coalesce(${sql.ref(`${r}.ends_at`)}, (${sql.ref(`${r}.date`)} + 1)::timestamp at time zone ${timeZone})`

/** True if the open route `x` needs the driver or the vehicle of the route `r` at an overlapping time; routes may run past midnight. */
const overlap = sql`x.date between r.date - 1 and r.date + 1 and x.id <> r.id and x.deleted_at is null
    and x.status in ${oneOf(openRoutes)} and (x.driver_id = r.driver_id or x.vehicle_id = r.vehicle_id)
    and ${startOf('x')} < ${endOf('r')} and ${startOf('r')} < ${endOf('x')}`

/** Which of the driver `u` and the vehicle `v` of the route `r` are on the route `x`, and when. */
const who = sql`array_remove(array[
    case when x.driver_id = r.driver_id then u.name end, case when x.vehicle_id = r.vehicle_id then v.name end], null)`
const until = sql`to_char(x.ends_at at time zone ${timeZone}, 'HH24:MI')`

export interface Overlap {
  /** The names of the driver, the vehicle or both. */
  who: string[]
  number: string
  from: string
  until: string | null
}

/** The routes that the open route `r` overlaps with, the earliest first, as JSON. */
export const overlapsSql = sql`case when r.status in ${oneOf(openRoutes)} then coalesce((
    select json_agg(json_build_object('who', ${who}, 'number', x.number, 'from', x.starts_at, 'until', ${until})
      order by x.date, x.starts_at, x.number)
    from routes x where ${overlap}), '[]'::json) else '[]'::json end`

export const formatOverlap = ({ who: names, number, from, until: to }: Overlap): string =>
  `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} on ${number} ${to ? `from ${from} to ${to}` : `from ${from} on`}.`

/** Serializes the plans that are saved for a day, the day before and the day after, until the commit. */
export async function holdDay({ tx }: Work, date: string): Promise<void> {
  for (const day of [date, addDays(date, 1)]) await acquireAdvisoryLock(tx, advisoryLocks.routesOf(day))
}

/** Refuses these new routes if a driver or a vehicle is on another route at that time, or on two of these. */
export async function assertCrewsFree({ tx }: Work, routeIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Overlap & { isNew: boolean }>`
    select ${who} as who, x.number, x.starts_at as from, ${until} as until, x.id = any(${[...routeIds]}::uuid[]) as "isNew"
    from routes r join routes x on ${overlap}
    join users u on u.id = r.driver_id left join vehicles v on v.id = r.vehicle_id
    where r.id = any(${[...routeIds]}::uuid[]) order by "isNew", x.date, x.starts_at, x.number limit 1`.execute(tx)
  const [busy] = rows
  if (!busy) return
  const why = busy.isNew
    ? `${busy.who.join(' and ')} ${busy.who.length > 1 ? 'have' : 'has'} two of these routes at ${busy.from}.`
    : formatOverlap(busy)
  throw new Refusal('IN_USE', `${why} Propose the routes again.`)
}
