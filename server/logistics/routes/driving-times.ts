import { sql } from 'kysely'
import { defaultRoadFactor, defaultSpeedKmh } from '#shared/logistics/distance.ts'
import type { DrivingTime } from '#shared/logistics/routes/driving-times-api.ts'
import { medianKmh, minObservations } from '#shared/logistics/routes/learn-speed.ts'
import type { Db } from '#server/db/database.ts'
import { observedDrives } from './driving.ts'

interface Row {
  region: string
  hour: number
  drives: { metres: number; seconds: number }[]
  lastObservedAt: string
}

const maxRows = 500

/** Every region and hour with what is known of it, the best known first. */
export async function listDrivingTimes(db: Db) {
  const { rows } = await sql<Row>`select region, hour, max(observed_at) as "lastObservedAt",
      json_agg(json_build_object('metres', straight_metres, 'seconds', seconds)) as drives
    from (select *, row_number() over (partition by region, hour order by observed_at desc) as place
      from driving_observations) o where place <= ${observedDrives}
    group by region, hour order by count(*) desc, region, hour limit ${maxRows}`.execute(db)
  const data = rows.map(({ region, hour, drives, lastObservedAt }): DrivingTime => {
    const [south = 0, west = 0] = region.split(',').map(Number)
    const isLearnt = drives.length >= minObservations
    const measuredKmh = Math.round(medianKmh(drives) * 10) / 10
    return {
      latitude: south + 0.25,
      longitude: west + 0.25,
      hour,
      observations: drives.length,
      measuredKmh,
      usedKmh: isLearnt ? measuredKmh : defaultSpeedKmh,
      isLearnt,
      lastObservedAt,
    }
  })
  return { data, minObservations, defaultKmh: defaultSpeedKmh, roadFactor: defaultRoadFactor }
}
