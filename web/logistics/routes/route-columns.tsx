import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { ClockTime } from './clock-time.tsx'
import { formatKg } from '#web/logistics/shipments/format-kg.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const none = <span className="text-muted">–</span>

/** The columns of the list of routes. */
export const routeColumns: Column<RouteRow>[] = [
  { id: 'number', header: 'Route', cell: ({ number }) => number, sortable: true },
  { id: 'date', header: 'Date', cell: ({ date }) => formatDay(date), sortable: true, phone: true },
  { id: 'driver', header: 'Driver', cell: ({ driver }) => driver.name, phone: true },
  {
    id: 'vehicle',
    header: 'Vehicle',
    cell: ({ vehicle }) => (vehicle ? <TwoLines first={vehicle.name} second={vehicle.plate ?? ''} /> : none),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <RouteStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'stops',
    header: 'Stops',
    exportedAs: ['stops', 'delivered', 'failed', 'late'],
    cell: (row) => <StopProgress row={row} />,
    align: 'end',
    phone: true,
  },
  {
    id: 'load',
    exportedAs: ['packages', 'weight'],
    header: 'Packages',
    cell: ({ packages, weight }) => (
      <TwoLines first={packages.toLocaleString()} second={formatKg(weight)} align="end" />
    ),
    align: 'end',
  },
  {
    id: 'distance',
    header: 'Distance, km',
    cell: ({ distance }) => (distance / 1000).toLocaleString('en', { maximumFractionDigits: 1 }),
    align: 'end',
    phone: true,
  },
  { id: 'startsAt', header: 'Leaves', cell: ({ startsAt }) => startsAt, align: 'end', phone: true },
  { id: 'endsAt', header: 'Back', cell: ({ endsAt }) => <ClockTime at={endsAt} />, align: 'end' },
  { id: 'start', header: 'Start', cell: ({ start }) => start.name, extra: true },
]

/** How many stops there are, and how many of them have their end; late and failed ones by name. */
export function StopProgress({ row }: { row: Pick<RouteRow, 'stops' | 'delivered' | 'failed' | 'late' | 'status'> }) {
  const { stops, delivered, failed, late, status } = row
  const isPlain = status === 'PLANNED' || status === 'CANCELLED'
  return (
    <span className="inline-flex items-center justify-end gap-1.5 whitespace-nowrap">
      {late > 0 && <Badge tone="warn">{late} late</Badge>}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
      <span className="figures">{isPlain ? stops.toLocaleString() : `${delivered + failed} of ${stops}`}</span>
    </span>
  )
}
