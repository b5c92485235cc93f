import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { routesApi } from '#shared/logistics/routes/api.ts'
import type { MappedRoute } from '#shared/logistics/routes/route.ts'
import type { Db } from '#server/db/database.ts'
import { routePlan } from './route-list.ts'
import { routeFrom } from './route-rows.ts'
import { positionSql } from './route-view.ts'

type Query = RequestOf<(typeof routesApi.mapRoutes)['spec']>['query']

const maxRoutes = 60

/** The routes of a filtered list with their places. */
export async function mapRoutes(db: Db, query: Query): Promise<{ data: MappedRoute[]; isCut: boolean }> {
  const { where } = routePlan(query)
  const onMap = sql`p.route_id = r.id and p.removed_at is null and p.latitude is not null`
  const { rows } = await sql<MappedRoute>`select r.id, r.number, r.date, r.status,
      json_build_object('id', u.id, 'name', u.name) as driver, json_build_object('id', w.id, 'name', w.name) as start,
      case when w.latitude is not null then json_build_object('latitude', w.latitude, 'longitude', w.longitude) end as "startPlace",
      ${positionSql} as position,
      coalesce((select json_agg(json_build_object('id', p.id, 'sequence', p.sequence, 'name', a.name, 'status', p.status,
          'latitude', p.latitude, 'longitude', p.longitude) order by p.sequence)
        from route_stops p join sales_orders o on o.id = p.order_id join accounts a on a.id = o.account_id
        where ${onMap}), '[]'::json) as "mappedStops",
      (select count(*) from route_stops p where p.route_id = r.id and p.removed_at is null and p.latitude is null) as unplaced
    from ${routeFrom} where ${sql.join(where, sql` and `)} order by r.date desc, r.number limit ${maxRoutes + 1}`.execute(
    db,
  )
  return { data: rows.slice(0, maxRoutes), isCut: rows.length > maxRoutes }
}
