import { assertUnderWay } from '#server/logistics/routes/route-lock.ts'
import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { driverApi } from '#shared/logistics/driver/api.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { reschedule, announceTracking } from '#server/logistics/routes/route-schedule.ts'
import { lockRoute } from '#server/logistics/routes/route-lock.ts'

const positionDays = 30

/** Stores positions of the driver, only for an own route in progress. Announces the last one. */
export async function keepPositions(
  work: Work,
  { routeId, positions }: RequestOf<(typeof driverApi.sendPositions)['spec']>['body'],
): Promise<void> {
  const route = await lockRoute(work, routeId, work.caller.userId)
  assertUnderWay(route)
  // Timestamps from a phone clock that is ahead are set to now.
  const rows = positions.map((one) => ({ ...one, at: new Date(Math.min(Date.parse(one.at), work.now.getTime())) }))
  await work.tx
    .insertInto('driver_positions')
    .columns(['route_id', 'at', 'latitude', 'longitude', 'accuracy'])
    .expression(sql`select distinct on (at) ${routeId}, at, latitude, longitude, accuracy from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(at timestamptz, latitude float8, longitude float8, accuracy float8)`)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const last = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  const here = last && { latitude: last.latitude, longitude: last.longitude, at: last.at.toISOString() }
  work.audit('route.position', 'route', routeId, { count: rows.length })
  announceTracking(work, route, here ?? null, await reschedule(work, routeId))
}

/** Deletes positions older than 30 days. */
export async function forgetPositions(db: Db, now: Date): Promise<void> {
  await sql`delete from driver_positions where at < ${now}::timestamptz - make_interval(days => ${positionDays})`.execute(
    db,
  )
}
