import type { Route } from '#shared/logistics/routes/route.ts'
import { ClockTime } from './clock-time.tsx'
import { formatDuration, formatKm } from './format-drive.ts'
import { formatKg } from '#web/logistics/shipments/format-kg.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'

/** Driver, vehicle and times of a route, and its totals. */
export function RouteFacts({ route }: { route: Route }) {
  const { status, startedAt, endedAt, drivenKm, notes } = route
  const facts: (Fact | false)[] = [
    { label: 'Leaves', value: route.startsAt, numeric: true },
    startedAt !== null && { label: 'Started', value: <ClockTime at={startedAt} /> },
    endedAt === null
      ? { label: 'Back', value: <ClockTime at={route.endsAt} /> }
      : { label: 'Completed', value: <ClockTime at={endedAt} /> },
    { label: 'Distance', value: formatKm(route.distance), numeric: true },
    { label: 'Driving time', value: formatDuration(route.travelSeconds), numeric: true },
    drivenKm !== null && { label: 'Driven', value: formatKm(drivenKm * 1000), numeric: true },
    route.packages > 0
      ? { label: 'Packages', value: route.packages.toLocaleString(), numeric: true }
      : status === 'PLANNED' && route.stops > 0 && { label: 'Packages', value: 'Not packed yet' },
    Number(route.weight) > 0 && { label: 'Weight', value: formatKg(route.weight), numeric: true },
    status !== 'PLANNED' && { label: 'Delivered', value: `${route.delivered} of ${route.stops}`, numeric: true },
    route.failed > 0 && { label: 'Failed', value: route.failed, numeric: true },
  ]
  return (
    <Card title="Details">
      <DescriptionList facts={facts.filter((fact) => fact !== false)} />
      {notes && (
        <div className="mt-4 border-line border-t pt-3">
          <p className="text-muted text-xs">Notes</p>
          <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{notes}</p>
        </div>
      )}
    </Card>
  )
}
