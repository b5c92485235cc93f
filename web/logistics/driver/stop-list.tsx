import { useState } from 'react'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { StopFacts } from './current-stop.tsx'
import { DoNotHandOver } from './do-not-hand-over.tsx'
import { isOpenStop } from './local-route.ts'
import { record } from './phone.ts'
import { useTap } from './use-tap.ts'
import {
  blockedReasons,
  clock,
  countOf,
  etaWords,
  returnedWords,
  stopStatusNames,
  stopTones,
  windowWords,
} from './words.ts'

/** The other stops of a route: open ones first, then finished ones. */
export function StopList({ route, current }: { route: DriverRoute; current: DriverStop | undefined }) {
  const others = route.driverStops.filter((stop) => stop !== current)
  const next = others.filter(isOpenStop)
  const done = others.filter((stop) => !isOpenStop(stop))
  return (
    <>
      {next.length > 0 && <Stops title={current ? 'Next stops' : 'Stops'} route={route} stops={next} />}
      {done.length > 0 && <Stops title="Done" route={route} stops={done} />}
    </>
  )
}

function Stops({ title, route, stops }: { title: string; route: DriverRoute; stops: readonly DriverStop[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-xl">{title}</h2>
      <ol className="flex flex-col gap-2">
        {stops.map((stop) => (
          <li key={stop.id}>
            <StopRow route={route} stop={stop} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StopRow({ route, stop }: { route: DriverRoute; stop: DriverStop }) {
  const [isOpen, setOpen] = useState(false)
  const isDone = !isOpenStop(stop)
  const when = isDone
    ? stop.finishedAt && clock(stop.finishedAt, route.timeZone)
    : [windowWords(stop, route.timeZone), etaWords(stop, route.timeZone)].filter(Boolean).join(', ')
  const end = stop.receivedBy
    ? `Received by ${stop.receivedBy}`
    : stop.failureReason && [deliveryFailureNames[stop.failureReason], stop.note].filter(Boolean).join(': ')
  const back = returnedWords(stop)
  const [goNow, isGoing] = useTap(() =>
    record({
      type: 'stop.arrive',
      routeId: route.id,
      stopId: stop.id,
      payload: {},
      label: `Arrival at ${stop.account.name}`,
    }),
  )
  return (
    <div className="rounded-lg border border-line bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-16 w-full items-center gap-3 rounded-lg p-4 text-left hover:bg-subtle"
      >
        <span className="figures w-7 shrink-0 font-semibold text-muted text-xl">{stop.sequence}</span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="wrap-anywhere font-semibold">{stop.account.name}</span>
          <span className="flex flex-wrap gap-2 empty:hidden">
            {blockedReasons(stop).length > 0 && !isDone ? (
              <StatusBadge tone="bad" className="h-7">
                Do not hand over
              </StatusBadge>
            ) : (
              (isDone || stop.status === 'ON_THE_WAY') && (
                <StatusBadge tone={stopTones[stop.status]} className="h-7">
                  {stop.status === 'FAILED_DELIVERY' ? 'Failed' : stopStatusNames[stop.status]}
                </StatusBadge>
              )
            )}
            {stop.isLate && (
              <StatusBadge tone="warn" className="h-7">
                Late
              </StatusBadge>
            )}
          </span>
          <span className="figures text-secondary">
            {[when, stop.packages > 0 && countOf(stop.packages, 'package')].filter(Boolean).join(', ')}
          </span>
          {back && <span className="figures text-secondary">{back}</span>}
          {end && <span className="wrap-anywhere text-secondary">{end}</span>}
        </span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-4 border-line border-t p-4">
          <StopFacts route={route} stop={stop} />
          {!isDone && <DoNotHandOver stop={stop} />}
          {!isDone && route.status === 'IN_PROGRESS' && (
            <Button size="lg" onClick={goNow} busy={isGoing}>
              I am at this stop
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
