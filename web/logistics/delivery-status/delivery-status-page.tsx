import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { addDays } from '#shared/dates.ts'
import { DateOnly } from '#shared/fields.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { paths } from '#web/paths.ts'
import { useToday } from '#web/session/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { DeliveryMap } from './delivery-map.tsx'
import { DeliveryCounts } from './delivery-counts.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { OffRoute } from './off-route.tsx'
import { RouteProgress } from './route-progress.tsx'

/** The status of all deliveries of a day: late and failed ones first, then by route. */
export default function DeliveryStatusPage() {
  const today = useToday()
  const [params, change] = useUrlQuery()
  const requestedDate = params.get('date')
  const date = DateOnly.safeParse(requestedDate).success && requestedDate ? requestedDate : today
  const status = useApiQuery(deliveryStatusApi.getDeliveryStatus, { query: { date } }, { keepPrevious: true })
  const { data, error, isFetching, refetch } = status
  const day = data?.data
  const show = (next: string) =>
    change((address) => {
      if (next === '' || next === today) address.delete('date')
      else address.set('date', next)
    })
  return (
    <>
      <PageHeader
        title="Delivery status"
        help={formatDay(date)}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.shipping}>Shipping</Link>
          </Breadcrumbs>
        }
        action={
          <div data-chrome className="flex items-center gap-2 max-md:grid max-md:grid-cols-[auto_1fr_auto]">
            <Button aria-label="Previous day" className="w-9 px-0" onClick={() => show(addDays(date, -1))}>
              <ChevronLeft aria-hidden />
            </Button>
            <DayFilter label="Day" leading="Day" value={date} onChange={show} />
            <Button aria-label="Next day" className="w-9 px-0" onClick={() => show(addDays(date, 1))}>
              <ChevronRight aria-hidden />
            </Button>
            {date !== today && <Button onClick={() => show(today)}>Today</Button>}
          </div>
        }
      />
      {!day && error && (
        <Card flush>
          <ErrorState what="Deliveries of the day" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      )}
      {!day && !error && <Loading />}
      {day && (
        <div aria-busy={status.isPlaceholderData} className="flex flex-col gap-6">
          <DeliveryCounts counts={day.counts} />
          {day.routes.length === 0 && day.others.length === 0 ? (
            <Card flush>
              <EmptyState kind="nothing" title={`No deliveries on ${formatDay(day.date)}`}>
                Routes of the day and shipments expected on it are shown here.
              </EmptyState>
            </Card>
          ) : (
            <>
              <NeedsAttention day={day} />
              <div className="grid items-start gap-6 xl:grid-cols-2">
                <div className="flex min-w-0 flex-col gap-6">
                  {day.routes.map((route) => (
                    <RouteProgress key={route.id} route={route} />
                  ))}
                  {day.others.length > 0 && <OffRoute shipments={day.others} />}
                </div>
                <DeliveryMap day={day} />
              </div>
            </>
          )}
        </div>
      )}
    </>
  )
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-20 w-full rounded-lg" />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </div>
  )
}
