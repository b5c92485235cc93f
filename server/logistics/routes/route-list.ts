import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { routesApi } from '#shared/logistics/routes/api.ts'
import { routeStatuses } from '#shared/logistics/shipments/route-status.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { countByStatus } from '#server/db/status-counts.ts'
import { routeColumns, routeFrom, routeRow, type RouteSqlRow } from './route-rows.ts'

type Choice = RequestOf<(typeof routesApi.getNeighbours)['spec']>['query'] & { q?: string | undefined }
type Query = RequestOf<(typeof routesApi.listRoutes)['spec']>['query']

const sorts = {
  date: { by: sql`r.date`, type: 'date' },
  number: { by: sql`r.number`, type: 'text' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** The filters and sort order of the list of routes. */
export function routePlan(query: Choice): ListPlan<RouteSqlRow> {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`r.deleted_at is null`]
  if (query.status) where.push(sql`r.status = ${query.status}`)
  if (query.driver) where.push(sql`r.driver_id = ${query.driver}`)
  if (query.vehicle) where.push(sql`r.vehicle_id = ${query.vehicle}`)
  if (query.from) where.push(sql`r.date >= ${query.from}`)
  if (query.to) where.push(sql`r.date <= ${query.to}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`r.id in (select h.id from routes h where h.deleted_at is null and h.number ilike ${like}
      union all select h.id from users d join routes h on h.driver_id = d.id and h.deleted_at is null where d.name ilike ${like})`)
  }
  return {
    columns: routeColumns,
    from: routeFrom,
    narrow: sql`routes r`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`r.id`,
    planEachTime: Boolean(query.q),
  }
}

export async function listRoutes(db: Db, query: Query) {
  return pageOfRows(await listPage(db, routePlan(query), query), routeRow)
}

export const countRoutes = (db: Db) => countByStatus(db, sql`routes where deleted_at is null`, routeStatuses)
