import { CalendarRange, Plus } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { RouteBoard } from './route-board.tsx'
import { routeColumns } from './route-columns.tsx'
import { RouteFilters } from './route-filters.tsx'
import { RoutesMap } from './routes-map.tsx'
import { useRouteBulkActions } from './route-bulk-actions.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

export const listed = routesApi.listRoutes

/** The list of own drivers' routes: as a list, as a board by driver or day, or on a map. */
export default function RouteListPage() {
  const list = useListParams(routesApi.listRoutes)
  const routes = useApiQuery(routesApi.listRoutes, { query: list.query }, { keepPrevious: true })
  const { view, viewSwitch } = useListLayout(['list', 'board', 'map'])
  const { table, tools, viewTools, bulk } = useListPage('routes', list, routes, routeColumns, useRouteBulkActions())
  const mayEdit = useCan('routes.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.routeNew) } : {})
  const isEmpty = list.isEmpty(routes)
  const { limit: _, cursor: __, sort: ___, ...filter } = list.query
  const add = mayEdit && (
    <Button asChild variant="primary">
      <Link to={paths.routeNew}>
        <Plus aria-hidden />
        Add route
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader title="Routes" action={add} menu={<RoutesMenu mayEdit={mayEdit} />} />
      <RouteFilters
        list={list}
        total={view === 'list' ? list.total(routes) : undefined}
        tools={
          <>
            {viewSwitch}
            {view === 'list' ? tools : viewTools}
          </>
        }
      />
      {view === 'board' && !isEmpty && <RouteBoard filter={filter} search={search} />}
      {view === 'map' && !isEmpty && <RoutesMap filter={filter} />}
      {(view === 'list' || isEmpty) && (
        <DataTable
          {...table}
          label="Routes"
          rowId={({ id }) => id}
          rowHref={({ id }) => paths.route(id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={
            isEmpty ? (
              <EmptyState kind="nothing" title="No routes yet" action={add}>
                A route takes the shipments of a day to their customers, stop by stop.
              </EmptyState>
            ) : (
              <NoMatch many="routes" onClear={list.clearAll}>
                Try another status, driver or day.
              </NoMatch>
            )
          }
        />
      )}
      {view === 'list' && bulk}
    </>
  )
}

/** Links to the related pages. */
function RoutesMenu({ mayEdit }: { mayEdit: boolean }) {
  const pages = [
    { to: paths.vehicles, label: 'Vehicles' },
    { to: paths.drivers, label: 'Drivers' },
    { to: paths.drivingTimes, label: 'Driving times' },
  ]
  return (
    <>
      {mayEdit && (
        <Button asChild>
          <Link to={paths.routePlan}>
            <CalendarRange aria-hidden />
            Plan day
          </Link>
        </Button>
      )}
      <Menu>
        {pages.map(({ to, label }) => (
          <MenuItem key={to} asChild>
            <Link to={to}>{label}</Link>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
