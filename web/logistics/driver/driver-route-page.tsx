import { Flag, PackageCheck, Play } from 'lucide-react'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatWay } from '#web/logistics/public/format-way.ts'
import { goTo, routeAddress, type Step, useHeading } from './address.ts'
import { BigButton } from './big-button.tsx'
import { CurrentStop } from './current-stop.tsx'
import { DeliverPage } from './deliver-page.tsx'
import { EndRoutePage } from './end-route-page.tsx'
import { FailPage } from './fail-page.tsx'
import { FinishedStop } from './finished-stop.tsx'
import { LoadCheckPage } from './load-check-page.tsx'
import { currentStop, isOpenStop } from './local-route.ts'
import { record, usePhone } from './phone.ts'
import { placeForProof } from './share-place.ts'
import { StopList } from './stop-list.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useTap } from './use-tap.ts'
import { blockedReasons, companyToday, countOf } from './words.ts'

type Props = { routeId: string; step: Step | null; stopId: string | null; isFirst: boolean }

/** A route: its primary action at the top, or one of its steps. */
export function DriverRoutePage({ routeId, step, stopId, isFirst }: Props) {
  const { routes, events, syncedAt, problem } = usePhone()
  const route = routes.find(({ id }) => id === routeId)
  if (!route) return <NoRoute isLoading={syncedAt === null && problem === null} isFirst={isFirst} />
  const stop = route.driverStops.find(({ id }) => id === stopId)
  if (step === 'load') return <LoadCheckPage route={route} />
  if (step === 'end') return <EndRoutePage route={route} />
  if (step === 'deliver' && stop && isOpenStop(stop)) return <DeliverPage key={stop.id} route={route} stop={stop} />
  if (step === 'fail' && stop && isOpenStop(stop)) return <FailPage key={stop.id} route={route} stop={stop} />
  // If the driver has just finished the stop on this phone, there is nothing to tell.
  const isOwnEnd = events.some((event) => event.stopId === stopId && isEnd(event.type))
  if ((step === 'deliver' || step === 'fail') && !isOwnEnd) return <FinishedStop route={route} stop={stop} />
  return <Overview route={route} isFirst={isFirst} />
}

const isEnd = (type: DriverEventType) => type === 'stop.deliver' || type === 'stop.fail'

function NoRoute({ isLoading, isFirst }: { isLoading: boolean; isFirst: boolean }) {
  useHeading('Route', isFirst)
  return (
    <>
      <PageHeader title="Route" />
      <div className="rounded-lg border border-line bg-card">
        <EmptyState
          kind="no-match"
          title={isLoading ? 'Looking for the route' : 'This route is no longer yours'}
          action={<Button onClick={() => goTo(paths.driverPortal, { replace: true })}>All routes</Button>}
        >
          {isLoading ? 'One moment.' : 'The office has cancelled it or given it to another driver.'}
        </EmptyState>
      </div>
    </>
  )
}

const tones = { IN_PROGRESS: 'info', PLANNED: 'neutral', COMPLETED: 'good', CANCELLED: 'bad' } as const

function Overview({ route, isFirst }: { route: DriverRoute; isFirst: boolean }) {
  useHeading(`Route ${route.number}`, isFirst)
  const current = currentStop(route)
  const isAllDone = route.status === 'IN_PROGRESS' && !current
  const facts = [formatDay(route.date), countOf(route.stops, 'stop'), formatWay(route.distance)]
  return (
    <>
      <PageHeader
        title={`Route ${route.number}`}
        status={
          <StatusBadge tone={tones[route.status]} className="h-7">
            {routeStatusNames[route.status]}
          </StatusBadge>
        }
        help={facts.filter(Boolean).join(', ')}
      />
      {route.notes && <Notice title="Note from the office">{route.notes}</Notice>}
      {route.status === 'PLANNED' && <BeforeStart route={route} />}
      {current && <CurrentStop route={route} stop={current} />}
      {isAllDone && (
        <BigButton onClick={() => goTo(routeAddress(route.id, 'end'))}>
          <Flag aria-hidden />
          End route
        </BigButton>
      )}
      {route.status === 'COMPLETED' && (
        <Notice tone="good" title="Route completed">
          {countOf(route.delivered, 'delivery', 'deliveries')}
          {route.failed > 0 && `, ${route.failed} failed`}
        </Notice>
      )}
      <StopList route={route} current={current} />
      {route.status === 'IN_PROGRESS' && <UndoBar routeId={route.id} />}
    </>
  )
}

/** Load check, then start; in a hurry, the driver may start without the check. */
function BeforeStart({ route }: { route: DriverRoute }) {
  const { clockOffset } = usePhone()
  const packages = route.driverStops.flatMap((stop) => stop.shipmentPackages)
  const loaded = packages.filter((one) => one.loadedAt !== null).length
  const blocked = route.driverStops.flatMap(blockedReasons)
  const isEarly = route.date > companyToday(route.timeZone, clockOffset)
  const isLoaded = packages.length === 0 || route.loadCheckedAt !== null
  const [start, isStarting] = useTap(async () =>
    record({
      type: 'route.start',
      routeId: route.id,
      payload: { place: await placeForProof() },
      label: `Start of ${route.number}`,
    }),
  )
  return (
    <section aria-label="Before you start" className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
      {blocked.length > 0 && (
        <Notice tone="bad" title="Do not load these goods">
          {blocked.join('. ')}. Ask the office before you start.
        </Notice>
      )}
      {isEarly && <Notice tone="warn">This route is planned for {formatDay(route.date)}.</Notice>}
      <p className="text-secondary">
        {packages.length === 0
          ? 'No packages are labelled for this route. Check the goods with the delivery notes.'
          : `${loaded} of ${countOf(packages.length, 'package')} loaded${route.loadCheckedAt ? ', load check done' : ''}.`}
      </p>
      {isLoaded ? (
        <>
          <BigButton onClick={start} busy={isStarting}>
            <Play aria-hidden />
            Start route
          </BigButton>
          {loaded < packages.length && (
            <Button size="lg" onClick={() => goTo(routeAddress(route.id, 'load'))}>
              Check load
            </Button>
          )}
        </>
      ) : (
        <>
          <BigButton onClick={() => goTo(routeAddress(route.id, 'load'))}>
            <PackageCheck aria-hidden />
            Check load
          </BigButton>
          <Button size="lg" onClick={start} busy={isStarting}>
            Start without load check
          </Button>
        </>
      )}
    </section>
  )
}
