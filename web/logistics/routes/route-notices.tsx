import type { Route } from '#shared/logistics/routes/route.ts'
import { useClock } from './clock-time.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** Notices above a route: its current stop, warnings, or why it was cancelled. */
export function RouteNotices({ route }: { route: Route }) {
  const { status, cancelReason, warnings, overlaps, routeStops, position, startPlace } = route
  const clock = useClock()
  const current = routeStops.find((stop) => stop.status === 'ON_THE_WAY')
  const unplaced = routeStops.filter((stop) => stop.latitude === null && stop.finishedAt === null).length
  const isOpen = status === 'PLANNED' || status === 'IN_PROGRESS'
  return (
    <>
      {status === 'CANCELLED' && (
        <Notice tone="neutral" title="This route was cancelled">
          {cancelReason && <p className="whitespace-pre-line">{cancelReason}</p>}
          Its shipments are ready to be planned again.
        </Notice>
      )}
      {status === 'IN_PROGRESS' && current && (
        <Notice tone="info" title={`On the way to ${current.account.name}`}>
          {current.arrivedAt
            ? `The driver arrived at ${clock(current.arrivedAt)}.`
            : current.eta
              ? `Expected at ${clock(current.eta)}.`
              : 'The arrival time is not known.'}
          {position && (
            <>
              {' '}
              Last position <RelativeTime at={position.at} />.
            </>
          )}
        </Notice>
      )}
      {isOpen && warnings.length > 0 && (
        <Notice tone="warn" title="The vehicle is not right for this load">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      {overlaps.length > 0 && (
        <Notice tone="warn" title="Two routes at the same time">
          {overlaps.map((overlap) => (
            <p key={overlap}>{overlap}</p>
          ))}
        </Notice>
      )}
      {isOpen && (unplaced > 0 || startPlace === null) && (
        <Notice tone="warn" title="Times are incomplete">
          {startPlace === null && <p>{route.start.name} has no coordinates. Add them to the location.</p>}
          {unplaced > 0 && (
            <p>
              {unplaced === 1 ? '1 stop has' : `${unplaced} stops have`} no coordinates. Add them to the customer’s
              address to see the way and the ETA.
            </p>
          )}
        </Notice>
      )}
    </>
  )
}
