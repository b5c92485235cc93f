import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'

/** After an address of the customer was put on the map: planned stops that lack coordinates get them after the commit. */
export async function placeStopsLater(work: Work, accountId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select distinct r.id from sales_orders o join route_stops p on p.order_id = o.id
    join routes r on r.id = p.route_id
    where o.account_id = ${accountId} and p.latitude is null and p.removed_at is null and p.status in ${oneOf(openShipments)}
      and r.ended_at is null and r.deleted_at is null order by r.id`.execute(work.tx)
  for (const { id } of rows) await queueJob(work.tx, 'measure-route', { routeId: id })
}
