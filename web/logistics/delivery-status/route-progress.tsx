import { useState } from 'react'
import { Link } from 'react-router'
import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useClockTime } from './clock-time.ts'
import { ProofDialog } from './proof-dialog.tsx'

type DayRoute = DeliveryStatus['routes'][number]
type Stop = DayRoute['routeStops'][number]

/** A route of the day: driver, progress, and each stop with its ETA or result. */
export function RouteProgress({ route }: { route: DayRoute }) {
  const { id, number, status, driver, vehicle, stops, delivered, failed, routeStops, position } = route
  const seesRoutes = useCan('routes.view')
  const [shown, setShown] = useState<Stop>()
  const done = delivered + failed
  return (
    <Card
      flush
      title={`${number}, ${driver.name}`}
      help={[
        routeStatusNames[status],
        `${done} of ${stops === 1 ? '1 stop' : `${stops} stops`} finished`,
        vehicle?.name,
      ]
        .filter(Boolean)
        .join(' · ')}
      action={
        seesRoutes && (
          <Link to={paths.route(id)} className="link">
            View route
          </Link>
        )
      }
    >
      <ProgressBar
        label={`Progress of ${number}`}
        max={Math.max(1, stops)}
        value={done}
        className="px-5 pt-4 max-md:px-4"
      />
      {position && (
        <p className="px-5 pt-3 text-muted text-table max-md:px-4">
          Last position <RelativeTime at={position.at} />
        </p>
      )}
      <ol className="divide-y divide-line">
        {routeStops.map((stop) => (
          <StopRow key={stop.id} stop={stop} onProof={() => setShown(stop)} />
        ))}
      </ol>
      {shown && <ProofDialog id={shown.shipment.id} number={shown.shipment.number} close={() => setShown(undefined)} />}
    </Card>
  )
}

function StopRow({ stop, onProof }: { stop: Stop; onProof: () => void }) {
  const timeOf = useClockTime()
  const {
    sequence,
    shipment,
    account,
    window,
    eta,
    finishedAt,
    isLate,
    status,
    failureReason,
    blockedLots,
    isReplanned,
  } = stop
  const facts = [
    window && `Window ${timeOf(window.from)}–${timeOf(window.to)}`,
    finishedAt && `${status === 'DELIVERED' ? 'Delivered' : 'Ended'} ${timeOf(finishedAt)}`,
    stop.receivedBy,
    failureReason && deliveryFailureNames[failureReason],
    isReplanned && 'Rescheduled',
  ].filter(Boolean)
  return (
    <li className="flex items-start gap-3 px-5 py-3 max-md:px-4">
      <span className="figures w-5 shrink-0 pt-0.5 text-right text-muted">{sequence}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium">{account.name}</span>
          <Link to={paths.shipment(shipment.id)} className="link whitespace-nowrap text-table">
            {shipment.number}
          </Link>
        </p>
        {facts.length > 0 && <p className="break-words text-muted text-table">{facts.join(' · ')}</p>}
        {blockedLots.length > 0 && <Badge tone="bad">Do not hand over</Badge>}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <ShipmentStatusBadge status={status} />
        {eta && (
          <span className={cn('figures text-table', isLate ? 'text-warn' : 'text-secondary')}>ETA {timeOf(eta)}</span>
        )}
        {status === 'DELIVERED' && (
          <Button size="sm" variant="ghost" aria-label={`Proof of ${shipment.number}`} onClick={onProof}>
            Proof
          </Button>
        )}
      </div>
    </li>
  )
}
