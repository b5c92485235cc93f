import { inOneLine } from '#shared/in-one-line.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { ClockTime, WindowHours } from './clock-time.tsx'
import { formatKm } from './format-drive.ts'
import { formatKg } from '#web/logistics/shipments/format-kg.ts'
import { StopStatus } from './stop-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The stops of a route as a read-only table. */
export function StopLines({ route }: { route: Route }) {
  const seesShipping = useCan('shipping.view')
  const { routeStops, distance } = route
  return (
    <LinesTable
      title="Stops"
      help={`${routeStops.length === 1 ? '1 stop' : `${routeStops.length} stops`}, ${formatKm(distance)}`}
      rows={routeStops}
      rowId={({ id }) => id}
      columns={columnsOf(seesShipping)}
    />
  )
}

const columnsOf = (seesShipping: boolean): LineColumn<RouteStop>[] => [
  {
    id: 'stop',
    header: 'Stop',
    cell: (stop) => (
      <LineName
        name={`${stop.sequence}. ${stop.account.name}`}
        to={seesShipping ? paths.shipment(stop.shipment.id) : null}
        code={stop.shipment.number}
        note={unbrokenAddress(
          [stop.address && inOneLine(stop.address), stop.receivedBy && `received by ${stop.receivedBy}`, stop.note]
            .filter(Boolean)
            .join(' · '),
        )}
        lots={<StopStatus stop={stop} />}
      />
    ),
  },
  {
    id: 'time',
    header: 'Time',
    isNumber: true,
    cell: ({ finishedAt, eta }) => <ClockTime at={finishedAt ?? eta} />,
  },
  {
    id: 'window',
    header: 'Window',
    isNumber: true,
    cell: ({ window }) => (window ? <WindowHours {...window} /> : 'Any\u00a0time'),
  },
  {
    id: 'distance',
    header: 'Distance',
    isNumber: true,
    cell: ({ distance }) => (distance === null ? null : formatKm(distance)),
  },
  {
    id: 'packages',
    header: 'Packages',
    isNumber: true,
    cell: ({ packages }) => (packages > 0 ? packages.toLocaleString() : null),
  },
  {
    id: 'weight',
    header: 'Weight',
    isNumber: true,
    cell: ({ weight }) => (Number(weight) > 0 ? formatKg(weight) : null),
  },
]
