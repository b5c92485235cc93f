import { ChevronRight, Truck } from 'lucide-react'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatWay } from '#web/logistics/public/format-way.ts'
import { goTo, routeAddress, useHeading } from './address.ts'
import { usePhone } from './phone.ts'
import { clock, companyToday, countOf } from './words.ts'
import { vehicleWords } from '#web/ui/table/unbroken-numbers.tsx'

const title = 'Driver portal'

/** The driver's routes of today and the next days. */
export function DriverHome({ isFirst }: { isFirst: boolean }) {
  useHeading(title, isFirst)
  const { routes, syncedAt, clockOffset, problem } = usePhone()
  const isOfToday = (route: DriverRoute) =>
    route.status === 'IN_PROGRESS' || route.date <= companyToday(route.timeZone, clockOffset)
  const today = routes.filter(isOfToday).toSorted((a, b) => rank(a) - rank(b))
  const next = routes.filter((route) => !isOfToday(route))
  const isLoading = routes.length === 0 && syncedAt === null && problem === null
  return (
    <>
      <PageHeader title={title} />
      {isLoading ? (
        <div className="flex flex-col gap-3" aria-busy>
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      ) : (
        <>
          <RouteList title="Today" routes={today} />
          {next.length > 0 && <RouteList title="Next" routes={next} />}
        </>
      )}
      {syncedAt !== null && (
        <p className="text-center text-muted">
          As of {new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(syncedAt)}
        </p>
      )}
    </>
  )
}

const order = { IN_PROGRESS: 0, PLANNED: 1, COMPLETED: 2, CANCELLED: 3 } as const
const rank = ({ status }: DriverRoute) => order[status]
const tones = { IN_PROGRESS: 'info', PLANNED: 'neutral', COMPLETED: 'good', CANCELLED: 'bad' } as const

function RouteList({ title: heading, routes }: { title: string; routes: readonly DriverRoute[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-xl">{heading}</h2>
      {routes.length === 0 ? (
        <div className="rounded-lg border border-line bg-card">
          <EmptyState kind="nothing" title="No routes today">
            The office plans your routes. New ones show up here.
          </EmptyState>
        </div>
      ) : (
        <ul className="flex flex-col gap-2">
          {routes.map((route) => (
            <li key={route.id}>
              <RouteLink route={route} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RouteLink({ route }: { route: DriverRoute }) {
  const to = routeAddress(route.id)
  const done = route.delivered + route.failed
  const facts = [
    route.status === 'PLANNED' ? countOf(route.stops, 'stop') : `${done} of ${countOf(route.stops, 'stop')} done`,
    formatWay(route.distance),
    route.packages > 0 && countOf(route.packages, 'package'),
  ]
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        goTo(to)
      }}
      className="flex min-h-24 items-center gap-3 rounded-lg border border-line bg-card p-4 hover:bg-subtle"
    >
      <Truck aria-hidden size={24} className="shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold text-xl">{route.number}</span>
          <StatusBadge tone={tones[route.status]} className="h-7">
            {routeStatusNames[route.status]}
          </StatusBadge>
          {route.late > 0 && (
            <StatusBadge tone="warn" className="h-7">
              {route.late} late
            </StatusBadge>
          )}
        </span>
        <span className="text-secondary">
          {formatDay(route.date)}, {route.startedAt ? clock(route.startedAt, route.timeZone) : route.startsAt} from{' '}
          {route.start.name}
        </span>
        <span className="figures text-secondary">{facts.filter(Boolean).join(', ')}</span>
        {route.vehicle && <span className="text-secondary">{vehicleWords(route.vehicle)}</span>}
      </span>
      <ChevronRight aria-hidden size={24} className="shrink-0 text-muted" />
    </a>
  )
}
