import { sql } from 'kysely'
import { defaultDriving, defaultRoadFactor, type Driving, type Spot } from '#shared/logistics/distance.ts'
import { regionOf, speedOf } from '#shared/logistics/routes/learn-speed.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** How many of the latest drives of an hour and region determine the driving speed there. */
export const observedDrives = 200

/** The driving speed around a spot at that hour, learnt from finished stops; the default while there are too few of them. */
export async function learntDriving(db: Db | Tx, spot: Spot | null, at: Date): Promise<Driving> {
  if (!spot) return defaultDriving
  const { rows } = await sql<{ metres: number; seconds: number }>`select straight_metres as metres, seconds
    from driving_observations where region = ${regionOf(spot)}
      and hour = extract(hour from ${at.toISOString()}::timestamptz at time zone coalesce((select content ->> 'timeZone' from settings), 'UTC'))::int
    order by observed_at desc limit ${observedDrives}`.execute(db)
  const speedKmh = speedOf(rows)
  return speedKmh === null ? defaultDriving : { roadFactor: defaultRoadFactor, speedKmh }
}
