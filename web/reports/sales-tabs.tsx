import { ordersReport } from '#shared/reports/reports.ts'
import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { averageOf, useMoney } from './public/amounts.ts'
import { useRangeState } from './public/range-state.ts'
import { useListOf } from './drill-down.ts'
import { FigureTile } from './figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { RankedCard } from './ranked-card.tsx'
import { SavedMenu } from './saved/saved-menu.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportFrame, ReportPart, useReportTab } from './report-frame.tsx'
import { TrendCard } from './trend-card.tsx'
import { type Report, useMeasures, useReport } from './use-report.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'

type SalesTabsProps = {
  title: string
  report: Report
  /** The dimension of the rows: "item". */
  by: string
  /** More dimensions on the rows' tab. */
  also?: readonly string[]
  /** The label of the average: sales per order, sales per unit. */
  averageLabel: string
}

const statusName = (status: string) => orderStatusNames[status as OrderStatus] ?? status

/** The tabs Overview, Trends, rows and Status: for Analytics by item, for the sales report by customer. */
export function SalesTabs({ title, report, by, also = [], averageLabel }: SalesTabsProps) {
  const state = useRangeState()
  const plural = report.dimensions[by]?.plural ?? by
  const ids = ['overview', 'trends', plural.toLowerCase(), 'status']
  const [tab] = useReportTab(ids)
  const [params, change] = useUrlQuery()
  const all = params.get('all') === 'true' && tab === ids[2]
  const showAll = (wanted: boolean) =>
    change((address) => (wanted ? address.set('all', 'true') : address.delete('all')))
  const answer = useReport(report, state, by, all)
  const orders = useReport(ordersReport, state, 'status', true)
  const listOf = useListOf(report.name)
  const shared = { report, answer, state, listOf }
  const [main = '', second = ''] = Object.keys(report.measures)
  const exported = tab === 'status' ? { report: ordersReport, by: 'status' } : { report, by }
  return (
    <ReportFrame
      title={title}
      state={state}
      shown={answer.data?.range}
      asOf={answer.data?.asOf}
      menu={
        <>
          <SavedMenu state={state} {...exported} />
          <ReportExport state={state} {...exported} />
        </>
      }
      tabs={[
        {
          id: 'overview',
          label: 'Overview',
          content: (
            <ReportPart answer={answer}>
              <SalesTiles {...shared} plural={plural} averageLabel={averageLabel} />
              <div className="grid gap-4 xl:grid-cols-3">
                <TrendCard {...shared} measure={main} className="xl:col-span-2" />
                <RankedCard {...shared} by={by} />
              </div>
            </ReportPart>
          ),
        },
        {
          id: 'trends',
          label: 'Trends',
          content: (
            <ReportPart answer={answer}>
              <TrendCard {...shared} measure={main} compares />
              <TrendCard {...shared} measure={second} compares />
            </ReportPart>
          ),
        },
        {
          id: plural.toLowerCase(),
          label: plural,
          content: (
            <ReportPart answer={answer}>
              <RankedCard {...shared} by={by} onAll={showAll} {...(all && { title: `All ${plural.toLowerCase()}` })} />
              {also.map((dimension) => (
                <OtherRows key={dimension} {...shared} by={dimension} />
              ))}
            </ReportPart>
          ),
        },
        { id: 'status', label: 'Status', content: <StatusTab answer={orders} state={state} /> },
      ]}
    />
  )
}

type Shared = Pick<Parameters<typeof TrendCard>[0], 'report' | 'answer' | 'state' | 'listOf'>

function OtherRows({ report, state, listOf, by }: Shared & { by: string }) {
  const answer = useReport(report, state, by)
  return (
    <ReportPart answer={answer}>
      <RankedCard report={report} by={by} answer={answer} listOf={listOf} />
    </ReportPart>
  )
}

function SalesTiles({
  report,
  answer,
  listOf,
  plural,
  averageLabel,
}: Shared & { plural: string; averageLabel: string }) {
  const { whole, label } = useMeasures(report)
  const { exact } = useMoney()
  const [main = '', second = ''] = Object.keys(report.measures)
  const { data } = answer
  const to = data && listOf(data.range)
  const average = (figures: Readonly<Record<string, string | number>> | null) =>
    figures && (Number(figures[second]) === 0 ? '0.00' : averageOf(String(figures[main]), Number(figures[second])))
  const of = (measure: string) =>
    data && {
      current: data.totals.current[measure] ?? 0,
      previous: data.totals.previous?.[measure] ?? null,
      yearAgo: data.totals.yearAgo?.[measure] ?? null,
    }
  const averages = data && {
    current: average(data.totals.current) ?? '0.00',
    previous: average(data.totals.previous),
    yearAgo: average(data.totals.yearAgo),
  }
  return (
    <Tiles>
      {[main, second].map((measure) => (
        <FigureTile
          key={measure}
          to={to}
          label={label(measure)}
          value={data && whole(measure)(data.totals.current[measure] ?? 0)}
          compared={of(measure)}
          loading={!data}
        />
      ))}
      <FigureTile
        label={averageLabel}
        value={data && Number(data.totals.current[second]) === 0 ? '–' : averages && exact(averages.current)}
        compared={averages}
        loading={!data}
      />
      <FigureTile
        label={`${plural} sold${plural === 'Customers' ? ' to' : ''}`}
        value={data?.rowCount.toLocaleString()}
        note="With sales in this period"
        loading={!data}
      />
    </Tiles>
  )
}

function StatusTab({ answer, state }: Pick<Shared, 'answer' | 'state'>) {
  const listOf = useListOf('orders')
  return (
    <ReportPart answer={answer}>
      <div className="grid gap-4 xl:grid-cols-2">
        <RankedCard
          report={ordersReport}
          by="status"
          answer={answer}
          listOf={listOf}
          title="Orders by status"
          nameOf={statusName}
        />
        <TrendCard
          report={ordersReport}
          measure="orders"
          compares
          answer={answer}
          state={state}
          listOf={listOf}
          title="All orders"
        />
      </div>
    </ReportPart>
  )
}
