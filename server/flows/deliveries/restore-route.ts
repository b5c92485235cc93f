import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { holdDrivers } from '#server/logistics/routes/drivers.ts'

/** Brings a deleted route back, to be driven by whom it was planned for. Throws NOT_RESTORABLE where they drive no more. */
export async function restoreRoute(work: Work, id: string): Promise<void> {
  const { rows } = await sql<{ driver: string; isOpen: boolean }>`select driver_id as driver,
    status = any(${[...openRoutes]}::text[]) as "isOpen" from routes where id = ${id}`.execute(work.tx)
  const { driver = '', isOpen = false } = rows[0] ?? {}
  await holdDrivers(work, [driver])
  const { rows: gone } = await sql<{ name: string }>`select name from users
    where id = ${driver} and (role <> 'driver' or deleted_at is not null)`.execute(work.tx)
  if (isOpen && gone[0])
    throw new Refusal('NOT_RESTORABLE', `Its driver ${gone[0].name} is no longer a driver. Plan a new route instead.`)
  await revive(work.tx, 'routes', id)
}
