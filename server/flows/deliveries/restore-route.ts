import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { holdDrivers } from '#server/logistics/routes/drivers.ts'
import { addRouteEvent } from '#server/logistics/routes/route-lock.ts'

/** Why the deleted route `t` can't be restored: its user is no longer a driver. Null if it can. */
export const whyRouteNotRestorable = sql`(select 'Its driver ' || u.name || ' is no longer a driver. Plan a new route instead.'
    from users u where u.id = t.driver_id and (u.role <> 'driver' or u.deleted_at is not null)
      and t.status in ${oneOf(openRoutes)})`

/** Restores a deleted route with its driver. Throws NOT_RESTORABLE if the user is no longer a driver. */
export async function restoreRoute(work: Work, id: string): Promise<void> {
  const { rows } = await sql<{ driver: string }>`select driver_id as driver from routes where id = ${id}`.execute(
    work.tx,
  )
  await holdDrivers(
    work,
    rows.map(({ driver }) => driver),
  )
  const { rows: held } = await sql<{ why: string | null }>`select ${whyRouteNotRestorable} as why
    from routes t where t.id = ${id}`.execute(work.tx)
  if (held[0]?.why) throw new Refusal('NOT_RESTORABLE', held[0].why)
  await revive(work.tx, 'routes', id)
  await addRouteEvent(work, id, 'restored')
}
