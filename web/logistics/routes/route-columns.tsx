import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { useClock } from './clock-time.tsx'
import { formatKm } from './format-drive.ts'
import { loadFacts } from '#web/logistics/shipments/format-load.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { vehicleWords } from '#web/ui/table/unbroken-numbers.tsx'

/** The columns of the route list. */
export const routeColumns: Column<RouteRow>[] = [
  { id: 'number', header: 'Route', cell: ({ number }) => number, sortable: true },
  { id: 'date', header: 'Date', cell: ({ date }) => formatDay(date), sortable: true, phone: true },
  {
    id: 'driver',
    exportedAs: ['driver', 'vehicle'],
    header: 'Driver and vehicle',
    cell: ({ driver, vehicle }) => (
      <TwoLines first={driver.name} second={vehicle && vehicleWords(vehicle)} className="max-w-44" />
    ),
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <RouteStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'stops',
    header: 'Stops',
    exportedAs: ['stops', 'delivered', 'failed', 'late'],
    cell: (row) => <TwoLines first={countOf(row)} second={<Trouble row={row} />} align="end" />,
    align: 'end',
    phone: true,
  },
  {
    id: 'load',
    exportedAs: ['packages', 'weight'],
    header: 'Load',
    cell: (row) => {
      const [first, second] = loadFacts(row)
      return first && <TwoLines first={first} second={second} align="end" />
    },
    align: 'end',
  },
  {
    id: 'distance',
    header: 'Distance',
    cell: ({ distance }) => formatKm(distance),
    align: 'end',
    phone: true,
  },
  {
    id: 'startsAt',
    exportedAs: ['startsAt', 'endsAt'],
    header: 'Leaves',
    cell: (row) => <Times row={row} />,
    align: 'end',
    phone: true,
  },
  { id: 'start', header: 'Start', cell: ({ start }) => start.name, extra: true },
]

/** The progress of the stops, with the number of late and failed ones. */
export function StopProgress({ row }: { row: Pick<RouteRow, 'stops' | 'delivered' | 'failed' | 'late' | 'status'> }) {
  const { failed, late } = row
  return (
    <span className="inline-flex items-center justify-end gap-1.5 whitespace-nowrap">
      {late > 0 && <Badge tone="warn">{late} late</Badge>}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
      <span className="figures">{countOf(row)}</span>
    </span>
  )
}

function countOf({ stops, delivered, failed, status }: Pick<RouteRow, 'stops' | 'delivered' | 'failed' | 'status'>) {
  const isPlain = status === 'PLANNED' || status === 'CANCELLED'
  return isPlain ? stops.toLocaleString() : `${delivered + failed} of ${stops}`
}

/** Late and failed stops, in one row's height. */
function Trouble({ row: { late, failed } }: { row: RouteRow }) {
  return (
    <>
      {late > 0 && <span className="text-warn">{late} late</span>}
      {late > 0 && failed > 0 && ' · '}
      {failed > 0 && <span className="text-bad">{failed} failed</span>}
    </>
  )
}

/** The times of departure and return. */
function Times({ row: { startsAt, endsAt } }: { row: RouteRow }) {
  const clock = useClock()
  return <TwoLines first={startsAt} second={endsAt && `back ${clock(endsAt)}`} align="end" />
}
