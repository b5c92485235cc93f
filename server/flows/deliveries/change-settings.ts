import { sql } from 'kysely'
import type { Settings } from '#shared/settings/api.ts'
import { changePrefixes } from '#server/kernel/number-series.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockRoute, noteRoute } from '#server/logistics/routes/route-lock.ts'
import { reschedule } from '#server/logistics/routes/route-schedule.ts'
import { setWindows } from '#server/logistics/routes/stops.ts'
import { getSavedSettings, putSettings } from '#server/settings/settings.ts'

/** Replaces the settings; in a new time zone, planned routes and time windows of stops keep their hours. */
export async function changeSettings(work: Work, settings: Settings, version: number) {
  const { data: before } = await getSavedSettings(work.tx)
  const saved = await putSettings(work, settings, version)
  if (before.timeZone !== saved.data.timeZone) await moveHours(work)
  // Counters are locked last.
  await changePrefixes(work, before.numbering, saved.data.numbering)
  return saved
}

async function moveHours(work: Work): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from routes where status = 'PLANNED' and deleted_at is null
    order by id for no key update`.execute(work.tx)
  for (const { id } of rows) {
    const route = await lockRoute(work, id)
    await setWindows(work, route)
    await reschedule(work, id)
    await noteRoute(work, route, 'timeZoneChanged')
  }
}
