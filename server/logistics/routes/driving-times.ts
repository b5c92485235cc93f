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

/** The observed driving speed by region and hour, those with the most observations first. */
export async function listDrivingTimes(db: Db) {
  // Steps from one region and hour to the next through the index (skip scan), reading at most `observedDrives` of each.
  const { rows } = await sql<Row>`with recursive known as (
      (select region, hour from driving_observations order by region, hour limit 1)
      union all
      select n.region, n.hour from known k cross join lateral (select region, hour from driving_observations o
        where (o.region, o.hour) > (k.region, k.hour) order by region, hour limit 1) n)
    select k.region, k.hour, max(o.observed_at) as "lastObservedAt",
      json_agg(json_build_object('metres', o.straight_metres, 'seconds', o.seconds)) as drives
    from known k cross join lateral (select * from driving_observations d where d.region = k.region and d.hour = k.hour
      order by d.observed_at desc limit ${observedDrives}) o
    group by 1, 2 order by count(*) desc, 1, 2 limit ${maxRows}`.execute(db)
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
