import { ChartLine, RefreshCw } from 'lucide-react'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type ForecastRow, forecastApi, type ForecastSummary } from '#shared/reports/forecast/api.ts'
import { formatShare } from '#shared/format-percent.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FigureStrip, stripFigure, StripValue } from '#web/ui/table/figure-strip.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useMoney } from '../public/amounts.ts'
import { dayLabel } from '../public/day-labels.ts'
import { forecastColumns } from './forecast-columns.tsx'
import { biasText } from './forecast-quality.ts'

const refreshMs = 15_000
const sum = (weeks: readonly { value: number }[]) => weeks.reduce((total, { value }) => total + value, 0)
const pathOf = ({ id, kind }: ForecastRow) =>
  kind === 'raw_material' ? paths.rawMaterial(id) : kind === 'kit' ? paths.kit(id) : paths.product(id)

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: forecastApi.listForecasts,
  nameOf: ({ name }: ForecastRow) => name,
  one: 'forecast',
  many: 'forecasts',
}

/** Expected demand of the next 12 weeks by item, and the accuracy of past forecasts. */
export default function ForecastPage() {
  const list = useListParams(forecastApi.listForecasts)
  const forecasts = useApiQuery(
    forecastApi.listForecasts,
    { query: list.query },
    { keepPrevious: true, untold: true, every: refreshMs },
  )
  const summary = useApiQuery(forecastApi.summarizeForecasts, {}, { untold: true, every: refreshMs, aside: 'figures' })
  const { whole } = useMoney()
  const columns = useMemo(() => forecastColumns(whole), [whole])
  const listPage = useListPage('forecasts', list, forecasts, columns, exported)
  const isEmpty = list.isEmpty(forecasts)
  const mayEdit = useCan('inventory.edit')
  const recalculate = useApiMutation(forecastApi.recalculateForecasts, {
    onSuccess: () => toast.success('Forecasts are being recalculated'),
  })
  const { madeAt } = summary.data ?? {}
  const hasSummary = !isEmpty && (summary.data !== undefined || !summary.error)
  const [params, change] = useUrlQuery()
  const showsChart = params.has('chart')
  const chartId = useId()
  return (
    <>
      <PageHeader
        title="Demand forecast"
        status={hasSummary && <Figures summary={summary.data} place="header" />}
        menu={
          hasSummary && (
            <Button
              aria-expanded={showsChart}
              aria-controls={chartId}
              onClick={() => change((address) => (showsChart ? address.delete('chart') : address.set('chart', 'true')))}
            >
              <ChartLine aria-hidden />
              Demand by week
            </Button>
          )
        }
        action={
          mayEdit && (
            <Button busy={recalculate.isPending} onClick={() => recalculate.submit({ body: {} })}>
              <RefreshCw aria-hidden />
              Recalculate
            </Button>
          )
        }
      />
      <InventoryTabs />
      <div id={chartId} className="empty:hidden">
        {hasSummary && showsChart && <DemandChart summary={summary.data} />}
      </div>
      <FilterBar
        search={{ label: 'Search forecasts', ...list.search }}
        chips={[]}
        onClearAll={list.clearAll}
        total={list.total(forecasts)}
        tools={listPage.tools}
      />
      <DataTable
        {...listPage.table}
        label="Demand forecast"
        rowId={({ id }) => id}
        rowHref={pathOf}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No forecasts yet">
              Forecasts are made every night from the orders of whole weeks. Recalculate to make them now.
            </EmptyState>
          ) : (
            <NoMatch many="forecasts" onClear={list.clearAll} />
          )
        }
      />
      {hasSummary && <Figures summary={summary.data} place="after-list" />}
      {madeAt && (
        <p className="mt-2 text-muted text-table">
          <Made at={madeAt} />
        </p>
      )}
      {listPage.bulk}
    </>
  )
}

const Made = ({ at }: { at: string }) => (
  <>
    Demand of the next 12 weeks, made <RelativeTime at={at} />
  </>
)

type PartProps = { summary: ForecastSummary | undefined }

/** Expected demand, and the accuracy of past forecasts. */
function Figures({ summary, place }: PartProps & { place: 'header' | 'after-list' }) {
  const { whole } = useMoney()
  const { history = [], weeks = [], wape = null, bias = null, naiveWape = null } = summary ?? {}
  const past = whole(String(Math.round(sum(history.slice(-weeks.length)))))
  const figures = [
    {
      label: 'Next 12 weeks',
      value: whole(String(Math.round(sum(weeks)))),
      note: `At cost; ${past} in the past 12 weeks`,
    },
    {
      label: 'Forecast error',
      value: wape === null ? '–' : formatShare(wape),
      note: wape === null || bias === null ? 'Too little history to test' : `Of a month’s demand; ${biasText(bias)}`,
    },
    {
      label: 'As last month',
      value: naiveWape === null ? '–' : formatShare(naiveWape),
      note: 'The error of simply expecting the same as last month, in the same tested months',
    },
  ]
  return (
    <FigureStrip place={place}>
      {figures.map(({ label, value, note }) => (
        <span key={label} title={summary && note} className={stripFigure}>
          <StripValue label={label} value={summary && value} />
        </span>
      ))}
    </FigureStrip>
  )
}

function DemandChart({ summary }: PartProps) {
  const { exact, compact } = useMoney()
  const { history = [], weeks = [] } = summary ?? {}
  return (
    <Card title="Demand by week" help="At cost; the forecast follows the past year">
      <Chart
        title="Demand by week, at cost"
        kind="line"
        points={[
          ...history.map(({ week, value }) => ({ label: dayLabel(week), values: { demand: value } })),
          ...weeks.map(({ week, value }) => ({ label: dayLabel(week), values: { forecast: value } })),
        ]}
        series={[
          { id: 'demand', label: 'Demand' },
          { id: 'forecast', label: 'Forecast' },
        ]}
        format={exact}
        formatAxis={compact}
        pointHeader="Week of"
        emptyText="No forecasts yet."
        height={220}
      />
    </Card>
  )
}
