import { Link } from 'react-router'
import { addDays } from '#shared/dates.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { call } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ListBoard } from '#web/lists/list-board.tsx'
import { useBoardTransitions } from '#web/lists/use-board-transitions.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { formatKm } from './format-drive.ts'
import { StopProgress } from './route-columns.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useToday } from '#web/session/today.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { ViewSwitch } from '#web/ui/table/view-switch.tsx'
import { CalendarDays, UserRound } from 'lucide-react'

const shownDays = 7
const groupings = [
  { id: 'driver', label: 'By driver', icon: <UserRound aria-hidden /> },
  { id: 'day', label: 'By day', icon: <CalendarDays aria-hidden /> },
] as const

type RouteBoardProps = {
  /** The search and filters of the list. */
  filter: { driver?: string | undefined; from?: string | undefined; to?: string | undefined }
  search: string
}
type BoardColumn = {
  id: string
  name: string
  query: Record<string, unknown>
  change: { date?: string; driverId?: string }
}

/** The routes by driver or by day. Moving the card of a planned route assigns it to another driver or day. */
export function RouteBoard({ filter, search }: RouteBoardProps) {
  const [params, change] = useUrlQuery()
  const by = params.get('by') === 'day' ? 'day' : 'driver'
  const today = useToday()
  const drivers = useApiQuery(vehiclesApi.listDrivers, {})
  const mayEdit = useCan('routes.edit')
  const from = filter.from ?? today
  // By driver, shows only current and future routes unless days are chosen: years of finished routes belong in the list.
  const query = by === 'day' ? { ...filter, sort: 'number' } : { ...filter, from, sort: 'date' }
  const { move, announcement, busy } = useBoardTransitions<RouteRow>(routesApi.listRoutes.path, query)
  const columns: BoardColumn[] =
    by === 'day'
      ? Array.from({ length: shownDays }, (_, at) => addDays(from, at))
          .filter((day) => !filter.to || day <= filter.to)
          .map((day) => ({
            id: day,
            name: day === today ? `Today, ${formatDay(day)}` : formatDay(day),
            query: { from: day, to: day },
            change: { date: day },
          }))
      : (drivers.data?.data ?? [])
          .filter(({ id }) => !filter.driver || id === filter.driver)
          .map(({ id, name }) => ({ id, name, query: { driver: id }, change: { driverId: id } }))
  if (by === 'driver' && drivers.error && !drivers.data)
    return (
      <Card flush>
        <ErrorState
          what="Drivers"
          error={drivers.error}
          onRetry={() => void drivers.refetch()}
          retrying={drivers.isFetching}
        />
      </Card>
    )
  const columnOf = (id: string) => columns.find((column) => column.id === id)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ViewSwitch
          views={groupings}
          value={by}
          onChange={(next) => change((address) => (next === 'driver' ? address.delete('by') : address.set('by', next)))}
        />
        {by === 'driver' && !filter.from && <p className="text-muted text-table">From today on</p>}
      </div>
      <ListBoard
        // Another grouping has other columns with the same keys.
        key={by}
        label={by === 'day' ? 'Routes by day' : 'Routes by driver'}
        route={routesApi.listRoutes}
        query={query}
        columns={columns.map(({ id, name, query: narrowed }) => ({ id, name, title: name, query: narrowed }))}
        movesOf={(row: RouteRow, column) =>
          mayEdit && row.status === 'PLANNED'
            ? columns.filter(({ id }) => id !== column).map(({ id, name }) => ({ to: id, label: name }))
            : []
        }
        nameOf={(row) => row.number}
        renderCard={(row) => <RouteCard row={row} by={by} search={search} />}
        busy={busy}
        announcement={announcement}
        onMove={(row, at, to) => {
          const target = columnOf(to)
          if (!target) return
          void move({
            row,
            moved: {
              ...row,
              date: target.change.date ?? row.date,
              driver: target.change.driverId ? { id: to, name: target.name } : row.driver,
            },
            from: at,
            to,
            name: row.number,
            toName: target.name,
            act: () =>
              call(routesApi.updateRoute, { params: { id: row.id }, body: target.change }, { version: row.version }),
          })
        }}
      />
    </div>
  )
}

function RouteCard({ row, by, search }: { row: RouteRow; by: 'day' | 'driver'; search: string }) {
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Link
          to={paths.route(row.id)}
          state={{ list: search }}
          draggable={false}
          data-card-link=""
          className="figures font-medium text-primary outline-none after:absolute after:inset-0 after:rounded-md"
        >
          {row.number}
        </Link>
        <RouteStatusBadge status={row.status} />
      </span>
      <p className="truncate text-secondary">
        {by === 'day' ? row.driver.name : formatDay(row.date)}
        {row.vehicle && ` · ${row.vehicle.name}`}
      </p>
      <p className="figures flex flex-wrap items-center justify-between gap-x-3 text-muted text-xs">
        <span>
          {row.startsAt} · {formatKm(row.distance)}
        </span>
        <span className="inline-flex items-center gap-1">
          <StopProgress row={row} /> {row.stops === 1 ? 'stop' : 'stops'}
        </span>
      </p>
    </>
  )
}
