import { type Dashboard, reportsApi } from '#shared/reports/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CustomDays } from '#web/reports/public/custom-days.tsx'
import { isNew, type Seen, useSeen } from './dashboard-parts.ts'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { lengthLabel, spanLabel } from '#web/reports/public/day-labels.ts'
import { ExpiringCard } from '#web/reports/public/expiring-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LowStockCard } from './low-stock-card.tsx'
import { NothingToSee } from './nothing-to-see.tsx'
import { OrderStatusCard } from './order-status-card.tsx'
import { RangeBar } from '#web/reports/public/range-bar.tsx'
import { type RangeState, useRangeState } from '#web/reports/public/range-state.ts'
import { ReceivablesCard } from './receivables-card.tsx'
import { SalesCard } from './sales-card.tsx'
import { StoppedShipments } from './stopped-shipments.tsx'
import { TopItemsCard } from './top-items-card.tsx'
import { useUser } from '#web/session/session.ts'
import { WorkQueue } from './work-queue.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** How the company stands: the figures and lists that the user may see. */
export default function DashboardPage() {
  const { role } = useUser()
  const state = useRangeState()
  const { data, error, refetch, isFetching, isPlaceholderData } = useApiQuery(
    reportsApi.dashboard,
    { query: state.query },
    { keepPrevious: true },
  )
  const seen = useSeen(data)
  const starts = data !== undefined && role === 'admin' && isNew(data)
  const hasRange = seen.sales && !starts
  return (
    <>
      <PageHeader
        title="Dashboard"
        help={hasRange && (data ? <Days figures={data} /> : '\u00a0')}
        menu={hasRange && <RangeBar state={state} shown={data?.range} />}
      />
      {hasRange && state.preset === null && <CustomDays state={state} shown={data?.range} />}
      {!starts && <WorkQueue />}
      <StoppedShipments stopped={data?.stoppedShipments} />
      {error ? (
        <Card>
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : starts ? (
        <FirstSteps />
      ) : Object.values(seen).includes(true) ? (
        <div
          aria-busy={isFetching}
          className={cn('flex flex-col gap-4 transition-opacity duration-180', isPlaceholderData && 'opacity-60')}
        >
          <Figures seen={seen} figures={data} state={state} />
        </div>
      ) : (
        <NothingToSee />
      )}
    </>
  )
}

/** "23 Oct – 21 Nov 2026, compared with the 30 days before"; one line on a phone, too. */
function Days({ figures: { range, sales } }: { figures: Dashboard }) {
  const isCompared = sales !== null && sales.previousTotal !== null
  return (
    <>
      {spanLabel(range)}
      {isCompared && <span className="max-sm:hidden">, compared with the {lengthLabel(range)} before</span>}
    </>
  )
}

type FiguresProps = { seen: Seen; figures: Dashboard | undefined; state: RangeState }

function Figures({ seen, figures, state }: FiguresProps) {
  // Four cards stand two by two or in one row, never three and one.
  const isFull = seen.sales && seen.stock && seen.invoices
  return (
    <>
      <DashboardTiles seen={seen} figures={figures} />
      {seen.sales && (
        <div className={cn('grid gap-4', seen.orders && 'xl:grid-cols-3')}>
          <SalesCard figures={figures} state={state} className={seen.orders ? 'xl:col-span-2' : ''} />
          {seen.orders && <OrderStatusCard counts={figures?.ordersByStatus} />}
        </div>
      )}
      <div
        className={cn(
          'grid gap-4',
          isFull ? 'md:grid-cols-2 2xl:grid-cols-4' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]',
        )}
      >
        {seen.sales && <TopItemsCard items={figures?.topItems} />}
        {seen.stock && <LowStockCard stock={figures?.lowStock} />}
        {seen.stock && <ExpiringCard />}
        {seen.invoices && <ReceivablesCard owed={figures?.receivables} />}
      </div>
    </>
  )
}
