import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { radarActionNames } from '#shared/reports/expiry/actions.ts'
import { type ExpiryRadar, expiryApi, type RadarLot, radarWeeks } from '#shared/reports/expiry/api.ts'
import { formatShare } from '#shared/format-percent.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Tiles } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { FigureTile } from '../figure-tile.tsx'
import { pieces } from '../forecast/forecast-quality.ts'
import { useMoney } from '../public/amounts.ts'
import { dayLabel } from '../public/day-labels.ts'
import { RadarActions } from './radar-actions.tsx'

const spans = radarWeeks.map((value) => ({ value, label: `Next ${value} weeks` }))
const standard = '26'

/** Lots that may expire unsold, with date, cost and possible actions. */
export default function ExpiryRadarPage() {
  const [params, change] = useUrlQuery()
  const wanted = params.get('weeks')
  const weeks = radarWeeks.find((one) => one === wanted) ?? standard
  const answer = useApiQuery(expiryApi.readRadar, { query: { weeks } }, { keepPrevious: true, untold: true })
  const { data, error, isFetching, refetch } = answer
  const [chosen, setChosen] = useState<RadarLot>()
  const money = useMoney()
  return (
    <>
      <PageHeader
        title="Expiry radar"
        help="Lots that may expire before the forecast demand has used them, first expired first out"
        action={
          <Button onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        }
      />
      <InventoryTabs />
      <FilterBar total={data?.total}>
        <FilterSelect
          label="Expires"
          allLabel={`Next ${standard} weeks`}
          value={weeks === standard ? '' : weeks}
          onChange={(value) =>
            change((address) => {
              if (value && value !== standard) address.set('weeks', value)
              else address.delete('weeks')
            })
          }
          options={spans.filter(({ value }) => value !== standard)}
        />
      </FilterBar>
      {error && !data ? (
        <Card>
          <ErrorState what="The expiry radar" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <LoadPart result={answer} className="gap-6">
          <Summary radar={data} />
          <DataTable
            label="Lots at risk"
            columns={columnsOf(money, setChosen)}
            rows={data?.data}
            rowId={({ id }) => id}
            empty={
              <EmptyState kind="nothing" title="No lot is at risk">
                No lot expires before the forecast demand uses it.
              </EmptyState>
            }
          />
          {data && data.total > data.data.length && (
            <p className="text-muted text-xs">
              The {data.data.length.toLocaleString()} lots with the most value at risk of {data.total.toLocaleString()}
            </p>
          )}
        </LoadPart>
      )}
      {chosen && <RadarActions lot={chosen} close={() => setChosen(undefined)} />}
    </>
  )
}

function Summary({ radar }: { radar: ExpiryRadar | undefined }) {
  const { exact, compact, whole } = useMoney()
  return (
    <div className="my-3 flex flex-col gap-4">
      <Tiles>
        <FigureTile
          label="Value at risk"
          value={radar && whole(radar.value)}
          note={radar && `${radar.total.toLocaleString()} ${radar.total === 1 ? 'lot' : 'lots'}, at cost`}
          loading={!radar}
        />
        <FigureTile
          label="Expiring in this time"
          to={paths.lots}
          value={radar && whole(radar.expiring)}
          note="All free stock of these lots, at cost"
          loading={!radar}
        />
        <FigureTile
          label="Could be saved"
          value={radar && whole(radar.saved)}
          note="By the best action of each lot"
          loading={!radar}
        />
      </Tiles>
      {radar && radar.total > 0 && (
        <Card title="Value at risk by week of expiry" help="Expected to be left, at cost">
          <Chart
            title="Value at risk by week of expiry"
            kind="bar"
            points={radar.weeks.map(({ week, value }) => ({ label: dayLabel(week), values: { value: Number(value) } }))}
            series={[{ id: 'value', label: 'Value at risk' }]}
            format={exact}
            formatAxis={compact}
            pointHeader="Week of"
            height={200}
          />
        </Card>
      )}
    </div>
  )
}

const columnsOf = ({ exact }: ReturnType<typeof useMoney>, choose: (lot: RadarLot) => void): Column<RadarLot>[] => [
  {
    id: 'lot',
    header: 'Lot',
    cell: ({ id, lotNumber, item }) => (
      <TwoLines
        first={
          <Link className="hover:underline" to={paths.lot(id)}>
            {lotNumber}
          </Link>
        }
        second={item.name}
        className="max-w-72 max-md:max-w-full"
      />
    ),
  },
  { id: 'expiryDate', header: 'Expires', cell: ({ expiryDate }) => dayLabel(expiryDate), phone: true },
  { id: 'quantity', header: 'Free', align: 'end', cell: ({ quantity }) => pieces(quantity) },
  { id: 'chance', header: 'Chance', align: 'end', cell: ({ chance }) => formatShare(chance), phone: true },
  { id: 'units', header: 'Left unsold', align: 'end', cell: ({ units }) => pieces(units), phone: true },
  { id: 'value', header: 'At cost', align: 'end', cell: ({ value }) => exact(value), phone: true },
  {
    id: 'best',
    header: 'Best action',
    cell: ({ actions: [best] }) =>
      best && (
        <TwoLines
          first={radarActionNames[best.action]}
          second={best.action === 'writeOff' ? '–' : `saves ${exact(best.saved)}`}
        />
      ),
  },
  {
    id: 'act',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (lot) => (
      <Button size="sm" onClick={() => choose(lot)} aria-label={`Actions for lot ${lot.lotNumber}`}>
        Actions
      </Button>
    ),
    phone: true,
  },
]
