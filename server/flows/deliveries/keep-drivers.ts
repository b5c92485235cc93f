import { sql } from 'kysely'
import { type Use, usesShown } from '#shared/inventory/stock/uses.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { refuseUsed } from '#server/kernel/assert-unused.ts'
import type { Work } from '#server/kernel/work.ts'

/** Throws IN_USE while a user has open routes, which would be left without a driver. */
export async function assertDrivesNothing(work: Work, userId: string): Promise<void> {
  const { rows } = await sql<
    Use & { total: number }
  >`select 'route' as kind, id, number as name, count(*) over ()::int as total
    from routes where driver_id = ${userId} and deleted_at is null and status in ${oneOf(openRoutes)}
    order by number limit ${usesShown}`.execute(work.tx)
  const count = rows[0]?.total ?? 0
  const first = rows.map(({ kind, id, name }) => ({ kind, id, name }))
  const words = `Give ${count === 1 ? 'route' : 'routes'} ${first.map((one) => one.name).join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''} to another driver first.`
  refuseUsed([count === 0 ? null : { words, count, first }])
}
