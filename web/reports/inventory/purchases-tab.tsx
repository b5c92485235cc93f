import { inventoryReportsApi, type SupplierDelivery } from '#shared/reports/inventory-api.ts'
import { purchasesReport } from '#shared/reports/reports.ts'
import { formatShare } from '#shared/format-percent.ts'
import { averageOf, useMoney } from '#web/reports/public/amounts.ts'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { useListOf } from '../drill-down.ts'
import { FigureTile } from '../figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { RankedCard } from '../ranked-card.tsx'
import { ReportPart } from '../report-frame.tsx'
import { TrendCard } from '../trend-card.tsx'
import { useReport } from '../use-report.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

const number = (value: number | null) => (value === null ? '–' : value.toLocaleString())

const columns: readonly Column<SupplierDelivery>[] = [
  { id: 'name', header: 'Supplier', cell: ({ name }) => name },
  { id: 'receipts', header: 'Receipts', align: 'end', phone: true, cell: ({ receipts }) => number(receipts) },
  {
    id: 'promisedDays',
    header: 'Promised, days',
    align: 'end',
    phone: true,
    cell: ({ promisedDays }) => number(promisedDays),
  },
  {
    id: 'leadTimeDays',
    header: 'Lead time, days',
    align: 'end',
    phone: true,
    cell: ({ leadTimeDays }) => number(leadTimeDays),
  },
  {
    id: 'onTime',
    header: 'On time',
    align: 'end',
    phone: 'corner',
    cell: ({ onTime, promised }) => (promised === 0 ? '–' : formatShare(onTime / promised)),
  },
]

/** Purchase orders by supplier, with lead time and punctuality. */
export function PurchasesTab({ state }: { state: RangeState }) {
  const [params, change] = useUrlQuery()
  const all = params.get('all') === 'true'
  const answer = useReport(purchasesReport, state, 'supplier', all)
  const deliveries = useApiQuery(
    inventoryReportsApi.supplierDeliveries,
    { query: state.query },
    { keepPrevious: true, untold: true },
  )
  const listOf = useListOf('purchases')
  const { whole, exact } = useMoney()
  const { data } = answer
  const shared = { report: purchasesReport, answer, state, listOf }
  const of = (measure: string) =>
    data && {
      current: data.totals.current[measure] ?? 0,
      previous: data.totals.previous?.[measure] ?? null,
      yearAgo: data.totals.yearAgo?.[measure] ?? null,
    }
  const orders = Number(data?.totals.current['orders'] ?? 0)
  const expectedCount = deliveries.data?.data.reduce((sum, one) => sum + one.promised, 0) ?? 0
  const onTime = deliveries.data?.data.reduce((sum, one) => sum + one.onTime, 0) ?? 0
  return (
    <ReportPart answer={answer}>
      <Tiles>
        <FigureTile
          label="Spend"
          to={data && listOf(data.range)}
          value={data && whole(String(data.totals.current['total']))}
          compared={of('total')}
          loading={!data}
        />
        <FigureTile
          label="Purchase orders"
          to={data && listOf(data.range)}
          value={data && orders.toLocaleString()}
          compared={of('orders')}
          loading={!data}
        />
        <FigureTile
          label="Average order"
          value={data && (orders === 0 ? '–' : exact(averageOf(String(data.totals.current['total']), orders)))}
          loading={!data}
        />
        <FigureTile
          label="Received on time"
          value={expectedCount === 0 ? '–' : formatShare(onTime / expectedCount)}
          note={
            expectedCount === 0 ? 'No receipts with an expected date' : `of ${expectedCount.toLocaleString()} receipts`
          }
          loading={!deliveries.data}
        />
      </Tiles>
      <div className="grid gap-4 xl:grid-cols-3">
        <TrendCard {...shared} measure="total" compares className="xl:col-span-2" />
        <RankedCard
          {...shared}
          by="supplier"
          {...(all && { title: 'All suppliers' })}
          onAll={(wanted) => change((address) => (wanted ? address.set('all', 'true') : address.delete('all')))}
        />
      </div>
      <LoadPart result={deliveries}>
        <DataTable
          label="Supplier deliveries"
          columns={columns}
          rows={deliveries.data?.data}
          rowId={({ id }) => id}
          error={
            deliveries.error && (
              <ErrorState
                error={deliveries.error}
                onRetry={() => void deliveries.refetch()}
                retrying={deliveries.isFetching}
              />
            )
          }
          empty={<p className="py-12 text-center text-secondary">Nothing was received in this period.</p>}
        />
      </LoadPart>
    </ReportPart>
  )
}
