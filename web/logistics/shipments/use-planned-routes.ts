import { routesApi } from '#shared/logistics/routes/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { formatDay } from '#shared/format-day.ts'

/** The planned routes as options of a select, latest day first. */
export function usePlannedRoutes() {
  const routes = useApiQuery(routesApi.listRoutes, { query: { status: 'PLANNED', limit: 100 } })
  const options = (routes.data?.data ?? []).map(({ id, number, date, driver, stops }) => ({
    id,
    label: `${number}, ${formatDay(date)}, ${driver.name} (${stops === 1 ? '1 stop' : `${stops} stops`})`,
  }))
  return { options, isLoading: routes.isPending, read: routes }
}
