import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { holdDrivers } from '#server/logistics/routes/drivers.ts'
import { addRouteEvent } from '#server/logistics/routes/route-lock.ts'

/** Why the deleted route `t` can't come back: whom it was planned for drives no more; null where they do. */
export const whyRouteNotRestorable = sql`(select 'Its driver ' || u.name || ' is no longer a driver. Plan a new route instead.'
    from users u where u.id = t.driver_id and (u.role <> 'driver' or u.deleted_at is not null)
      and t.status in ${oneOf(openRoutes)})`

/** Brings a deleted route back, to be driven by whom it was planned for. Throws NOT_RESTORABLE where they drive no more. */
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
