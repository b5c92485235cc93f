import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Dashboard } from '#shared/reports/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { changeOf, isZero, useMoney } from '#web/reports/public/amounts.ts'
import type { Seen } from './dashboard-parts.ts'
import { useCan } from '#web/session/session.ts'
import { Figure } from '#web/ui/card.tsx'

/** The figures that matter most, each a link to the list that explains it. */
export function DashboardTiles({ seen, figures }: { seen: Seen; figures: Dashboard | undefined }) {
  const { whole } = useMoney()
  const { sales, ordersByStatus, lowStock, receivables } = figures ?? {}
  const pending = ordersByStatus?.find(({ status }) => status === 'PENDING')?.count ?? 0
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 max-sm:grid-cols-2">
      {seen.sales && (
        <Tile
          to={seen.orders ? `${paths.orders}?sort=-orderDate` : paths.invoices}
          label="Sales"
          value={sales && whole(sales.total)}
          note={sales && <Trend sales={sales} />}
        />
      )}
      {seen.orders && (
        <Tile
          to={`${paths.orders}?status=PENDING`}
          label="Orders to confirm"
          value={ordersByStatus && pending.toLocaleString()}
          note={ordersByStatus && `of ${plural(countOf(ordersByStatus), 'order')}`}
        />
      )}
      {seen.stock && (
        <Tile
          to={`${paths.products}?stockStatus=lowStock`}
          label="Low stock"
          value={lowStock?.low.toLocaleString()}
          note={lowStock && `of ${plural(lowStock.products, 'product')}`}
        />
      )}
      {seen.stock && !seen.invoices && (
        <Tile
          to={`${paths.products}?stockStatus=outOfStock`}
          label="Out of stock"
          value={lowStock?.out.toLocaleString()}
          note={lowStock && `of ${plural(lowStock.products, 'product')}`}
        />
      )}
      {seen.invoices && (
        <Tile
          to={`${paths.invoices}?overdue=true`}
          label="Overdue"
          value={receivables && whole(receivables.overdue.due)}
          note={receivables && `on ${plural(receivables.overdue.invoices, 'invoice')}`}
        />
      )}
      <FailedDeliveries />
    </div>
  )
}

/** Deliveries that somebody has to plan again or check in; nothing where there are none. */
function FailedDeliveries() {
  const seesShipping = useCan('shipping.view')
  const counts = useApiQuery(shipmentsApi.countShipments, {}, { enabled: seesShipping, untold: true }).data?.data
  const failed = counts?.find(({ status }) => status === 'FAILED_DELIVERY')?.count ?? 0
  if (failed === 0) return null
  return (
    <Tile
      to={`${paths.shipping}?status=FAILED_DELIVERY`}
      label="Failed deliveries"
      value={failed.toLocaleString()}
      note="to reschedule or check in"
    />
  )
}

type TileProps = { to: string; label: string; value: ReactNode; note: ReactNode }

function Tile({ to, label, value, note }: TileProps) {
  const isLoading = value === undefined || value === null
  return (
    <Link
      to={to}
      data-card
      className="min-w-0 rounded-lg border border-line bg-card px-5 py-4 transition-colors duration-150 hover:border-line-control max-md:p-3.5"
    >
      <Figure label={label} value={value} note={isLoading ? '\u00a0' : note} loading={isLoading} />
    </Link>
  )
}

/** How the sales compare with as many days right before. */
function Trend({ sales: { total, previousTotal, orders } }: { sales: NonNullable<Dashboard['sales']> }) {
  if (previousTotal === null) return plural(orders, 'order')
  const change = changeOf(total, previousTotal)
  if (change === null) return isZero(total) ? 'None in the previous period either' : 'None in the previous period'
  if (change === 0) return 'Same as the previous period'
  const isMore = change > 0
  const Arrow = isMore ? ArrowUpRight : ArrowDownRight
  return (
    <>
      <span className={isMore ? 'text-good' : 'text-bad'}>
        <Arrow aria-hidden size={14} className="mr-0.5 inline align-text-bottom" />
        {Math.abs(change).toLocaleString()} % {isMore ? 'more' : 'less'}
      </span>{' '}
      than before
    </>
  )
}

const countOf = (counts: NonNullable<Dashboard['ordersByStatus']>) => counts.reduce((sum, { count }) => sum + count, 0)
const plural = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
