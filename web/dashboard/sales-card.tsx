import type { Dashboard } from '#shared/reports/api.ts'
import { averageOf, useMoney } from '#web/reports/public/amounts.ts'
import { dayLabel, groupingNames, periodLabel } from '#web/reports/public/day-labels.ts'
import { GroupBy } from '#web/reports/public/group-by.tsx'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** As tall as the order status card beside it. */
const height = 380
/** Up to this many bars; with more they get too thin, so the chart is an area. */
const maxBars = 62

type SalesCardProps = { figures: Dashboard | undefined; state: RangeState; className?: string }

/** Sales over time; selecting a bar opens its days. */
export function SalesCard({ figures, state, className }: SalesCardProps) {
  const { exact } = useMoney()
  const sales = figures?.sales
  const average = sales && sales.orders > 0 ? `, ${exact(averageOf(sales.total, sales.orders))} on average` : ''
  return (
    <Card
      title="Sales"
      help={
        sales
          ? `${sales.orders.toLocaleString()} ${sales.orders === 1 ? 'order' : 'orders'} by order date${average}`
          : '\u00a0'
      }
      action={<GroupBy range={figures?.range} state={state} />}
      className={className ?? ''}
    >
      <div style={{ minHeight: height + 44 }} className="flex flex-col justify-center">
        {!figures || !sales ? (
          <Skeleton className="h-106 bg-subtle" />
        ) : sales.orders === 0 ? (
          <NoSales sales={sales} state={state} />
        ) : (
          <SalesChart figures={figures} sales={sales} state={state} />
        )}
      </div>
    </Card>
  )
}

type Sales = NonNullable<Dashboard['sales']>
type ChartProps = { figures: Dashboard; sales: Sales; state: RangeState }

function SalesChart({ figures: { range }, sales, state }: ChartProps) {
  const { currency, exact, compact } = useMoney()
  const points = sales.periods.map((period) => ({
    label: periodLabel(period, range.groupBy, range),
    values: { total: Number(period.total) },
    period,
  }))
  const zoom = range.groupBy !== 'day' && {
    onPointClick: ({ label }: { label: string }) => {
      const point = points.find((one) => one.label === label)
      if (point) state.showDays(point.period)
    },
  }
  return (
    <Chart
      title={`Sales by ${groupingNames[range.groupBy].toLowerCase()}, ${currency}`}
      kind={points.length > maxBars ? 'area' : 'bar'}
      points={points}
      series={[{ id: 'total', label: `Sales, ${currency}` }]}
      format={exact}
      formatAxis={compact}
      pointHeader={range.groupBy === 'week' ? 'Week from' : groupingNames[range.groupBy]}
      height={height}
      {...zoom}
    />
  )
}

/** Shows that there are no sales in the range, with the date of the latest sale and a button for all time. */
function NoSales({ sales, state }: { sales: Sales; state: RangeState }) {
  const { earliestSale: start, latestSale: end } = sales
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      <p className="font-semibold">No chart data for this period</p>
      {start && end ? (
        <>
          <p className="max-w-120 text-pretty text-secondary">
            No sales in this period. The latest sale was on {dayLabel(end)}.
          </p>
          <Button className="mt-3" onClick={() => state.showPreset('all')}>
            Show all time
          </Button>
        </>
      ) : (
        <p className="max-w-120 text-pretty text-secondary">No sales records yet. Confirmed orders count as sales.</p>
      )}
    </div>
  )
}
