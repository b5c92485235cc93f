import { LayoutDashboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import type { User } from '#shared/identity/user.ts'
import { type Dashboard, reportsApi } from '#shared/reports/api.ts'
import { CardLoadNotice, LoadPart, type LoadPartResult } from '#web/api/load-part.tsx'
import { type PageRead, useApiQuery } from '#web/api/query.ts'
import { CustomDays } from '#web/reports/public/custom-days.tsx'
import { ChooseParts, useChosen } from './choose-parts.tsx'
import { cardLabels, cardList, type CardName, cardsFor, noticeCard } from './dashboard-cards.ts'
import { isNew, useSeen } from './dashboard-parts.ts'
import { CompanySetup, DemoProgress, useSetupLoading } from './company-setup.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { lengthLabel, spanLabel } from '#web/reports/public/day-labels.ts'
import { ExpiringCard } from '#web/reports/public/expiring-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LowStockCard } from './low-stock-card.tsx'
import { NothingToSee } from './nothing-to-see.tsx'
import { OrderStatusCard } from './order-status-card.tsx'
import { RangeBar } from '#web/reports/public/range-bar.tsx'
import { rangeOf, type RangeState, useRangeState } from '#web/reports/public/range-state.ts'
import { ReceivablesCard } from './receivables-card.tsx'
import { SalesCard } from './sales-card.tsx'
import { StoppedShipments } from './stopped-shipments.tsx'
import { TopItemsCard } from './top-items-card.tsx'
import { useUser } from '#web/session/session.ts'
import { WorkQueue } from './work-queue.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The queries to prefetch; without the choice of cards, which is refetched each time the page opens. */
export const reads = (search: URLSearchParams, { role }: User): PageRead[] => [
  { route: reportsApi.dashboard, input: { query: rangeOf(search) } },
  ...(role === 'admin' ? [{ route: companySetupApi.getCompanySetup, input: {} }] : []),
]

/** The dashboard, with the figures and lists that the user may view. */
export default function DashboardPage() {
  const { role } = useUser()
  const state = useRangeState()
  const answer = useApiQuery(reportsApi.dashboard, { query: state.query }, { keepPrevious: true })
  const { data, error, refetch, isFetching, isPlaceholderData } = answer
  const seen = useSeen(data)
  const starts = data !== undefined && role === 'admin' && isNew(data)
  const hasRange = seen.sales && !starts
  const parts = cardsFor(seen)
  const { chosen } = useChosen(cardList, parts)
  const [isChoosing, setChoosing] = useState(false)
  const isSetupLoading = useSetupLoading()
  return (
    <>
      <PageHeader
        title="Dashboard"
        help={hasRange && (data ? <Days figures={data} /> : '\u00a0')}
        menu={
          <>
            {hasRange && <RangeBar state={state} shown={data?.range} />}
            {!starts && parts.length > 0 && (
              <IconButton label="Choose cards" onClick={() => setChoosing(true)}>
                <LayoutDashboard aria-hidden />
              </IconButton>
            )}
          </>
        }
      />
      {hasRange && state.preset === null && <CustomDays state={state} shown={data?.range} />}
      <div className={cn('contents', isSetupLoading && 'invisible')}>
        <DemoProgress />
        <CompanySetup />
        {!starts && <WorkQueue />}
        <StoppedShipments stopped={data?.stoppedShipments} />
        {error && !data ? (
          <Card>
            <ErrorState what="Figures" error={error} onRetry={() => void refetch()} retrying={isFetching} />
          </Card>
        ) : starts ? (
          <FirstSteps />
        ) : Object.values(seen).includes(true) ? (
          <LoadPart result={answer} hasCardNotice={noticeCard(chosen) !== undefined}>
            <div
              aria-busy={isFetching}
              className={cn('flex flex-col gap-4 transition-opacity duration-180', isPlaceholderData && 'opacity-60')}
            >
              <Figures chosen={chosen} answer={answer} figures={data} state={state} />
            </div>
          </LoadPart>
        ) : (
          <NothingToSee />
        )}
      </div>
      {isChoosing && (
        <ChooseParts
          list={cardList}
          title="Choose cards"
          description="What the dashboard shows you below “Today”, in this order. Figures stand in one row above the cards."
          labels={cardLabels}
          parts={parts}
          chosen={chosen}
          close={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** "23 Oct – 21 Nov 2026, compared with the 30 days before"; in one line, on a phone too. */
function Days({ figures: { range, sales } }: { figures: Dashboard }) {
  const isCompared = sales !== null && sales.previousTotal !== null
  return (
    <>
      {spanLabel(range)}
      {isCompared && <span className="max-sm:hidden">, compared with the {lengthLabel(range)} before</span>}
    </>
  )
}

type FiguresProps = {
  chosen: readonly CardName[]
  answer: LoadPartResult
  figures: Dashboard | undefined
  state: RangeState
}

/** Cards take the width that they need, and share the rest of their row. */
function Figures({ chosen, answer, figures, state }: FiguresProps) {
  const cards: Partial<Record<CardName, ReactNode>> = {
    sales: <SalesCard figures={figures} state={state} className="h-full" />,
    orderStatus: <OrderStatusCard counts={figures?.ordersByStatus} />,
    topItems: <TopItemsCard items={figures?.topItems} />,
    lowStock: <LowStockCard stock={figures?.lowStock} />,
    expiring: <ExpiringCard />,
    receivables: <ReceivablesCard figures={figures} />,
  }
  const shown = chosen.filter((card) => cards[card] !== undefined)
  return (
    <>
      <DashboardTiles chosen={chosen} figures={figures} />
      <div className="flex flex-wrap gap-4">
        {shown.map((card) => (
          <div
            key={card}
            className={cn(
              'relative min-w-0 [&>:first-child]:h-full',
              card === 'sales' ? 'grow-2 basis-[min(100%,36rem)]' : 'grow basis-[min(100%,22rem)]',
            )}
          >
            {cards[card]}
            {/* Below the card's heading. */}
            {card === noticeCard(chosen) && (
              <CardLoadNotice result={answer} className="inset-x-5 top-17 max-md:inset-x-4" />
            )}
          </div>
        ))}
      </div>
      {chosen.length === 0 && (
        <p className="py-6 text-center text-secondary">All cards are hidden. “Choose cards” shows them again.</p>
      )}
    </>
  )
}
