import { formatUnits } from '#shared/format-units.ts'
import type { StockReport } from '#shared/reports/inventory-api.ts'
import { type StockReason, stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import { shareOf, useMoney } from '#web/reports/public/amounts.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { groupingNames, periodLabel } from '#web/reports/public/day-labels.ts'
import { ExpiringCard } from '#web/reports/public/expiring-card.tsx'
import { GroupBy } from '#web/reports/public/group-by.tsx'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { FigureTile } from '../figure-tile.tsx'
import { type PartAnswer, ReportPart } from '../report-frame.tsx'
import { searchOf } from '#web/api/address.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card, Tiles } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const height = 300
const shownParts = 7

const effectNames: Record<string, string> = {
  ADD: 'Added by hand',
  REDUCE: 'Removed by hand',
  ADJUST: 'Corrected by counts and audits',
  WRITE_OFF: 'Lost in transfer',
  SCRAP: 'Scrapped in production',
}

type FinancialTabProps = { answer: PartAnswer & { data: StockReport | undefined }; state: RangeState }

/** The stock at moving average cost: over time, and by category, location and supplier. */
export function FinancialTab({ answer, state }: FinancialTabProps) {
  const { data } = answer
  const { whole } = useMoney()
  const seesStock = useCan('inventory.view')
  const products = seesStock ? paths.products : undefined
  const days = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'day' : 'days'}`
  return (
    <ReportPart answer={answer}>
      <Tiles>
        <FigureTile
          label="Stock value"
          to={seesStock ? `${paths.report('stock-value')}?${searchOf(state.query)}` : undefined}
          value={data && whole(data.value.end)}
          note={data && `${whole(data.value.start)} before the period`}
          loading={!data}
        />
        <FigureTile
          label="Cost of goods shipped"
          value={data && whole(data.costOfSales)}
          note="At the average cost of each day"
          loading={!data}
        />
        <FigureTile
          label="Stock turns a year"
          value={data && (data.turns === null ? '–' : data.turns.toLocaleString())}
          note={data?.daysOfSupply ? `${days(data.daysOfSupply)} of supply` : 'Nothing shipped in this period'}
          loading={!data}
        />
        <FigureTile
          label="Dead stock"
          value={data && whole(data.dead.value)}
          note={
            data &&
            `${data.dead.products.toLocaleString()} ${data.dead.products === 1 ? 'item' : 'items'} not shipped or used`
          }
          loading={!data}
        />
      </Tiles>
      <ValueCard data={data} state={state} />
      <div className="card-pairs grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Parts
          title="Value by category"
          parts={data?.byCategory}
          toOf={({ label, key }) => (key && products ? `${products}?category=${encodeURIComponent(label)}` : undefined)}
        />
        <Parts
          title="Value by location"
          parts={data?.byLocation}
          toOf={({ key }) => (key && seesStock ? paths.location(key) : undefined)}
        />
        <Parts
          title="Value by supplier"
          parts={data?.bySupplier}
          toOf={({ key }) => (key && products ? `${products}?supplier=${key}` : undefined)}
        />
        <Parts
          title="Dead stock"
          help="Nothing shipped or used in this period"
          parts={data?.dead.items.map((item) => ({ ...item, key: item.id, label: item.name }))}
          toOf={({ key, kind }) => (key && kind === 'product' && seesStock ? paths.product(key) : undefined)}
        />
        <Changes changes={data?.changes} />
        {seesStock && <ExpiringCard />}
      </div>
    </ReportPart>
  )
}

function ValueCard({ data, state }: { data: StockReport | undefined; state: RangeState }) {
  const { exact, compact } = useMoney()
  return (
    <Card
      title="Stock value over time"
      help="At the end of each period, at moving average cost"
      action={<GroupBy range={data?.range} state={state} />}
    >
      <div style={{ minHeight: height + 44 }} className="flex flex-col justify-center">
        {data ? (
          <Chart
            title={`Stock value by ${groupingNames[data.range.groupBy].toLowerCase()}`}
            kind="area"
            points={data.periods.map((period) => ({
              label: periodLabel(period, data.range.groupBy, data.range),
              values: { value: Number(period.value) },
            }))}
            series={[{ id: 'value', label: 'Stock value' }]}
            format={exact}
            formatAxis={compact}
            pointHeader={groupingNames[data.range.groupBy]}
            height={height}
            emptyText="There was no stock in this period."
          />
        ) : (
          <Skeleton className="h-85 bg-subtle" />
        )}
      </div>
    </Card>
  )
}

interface Part {
  key: string | null
  label: string
  quantity: number
  value: string
  kind?: string
}

type PartsProps = {
  title: string
  help?: string
  parts: readonly Part[] | undefined
  toOf: (part: Part) => string | undefined
}

function Parts({ title, help = 'At the end of the period', parts, toOf }: PartsProps) {
  const { whole } = useMoney()
  const best = parts?.[0]?.value ?? '0'
  return (
    <Card title={title} help={help}>
      {!parts && <RowSkeletons rows={shownParts} tall />}
      {parts?.length === 0 && <p className="py-12 text-center text-secondary">Nothing on hand.</p>}
      <ul className="-mx-2">
        {parts?.slice(0, shownParts).map((part) => (
          <BarRow
            key={part.key ?? ''}
            to={toOf(part)}
            label={part.label}
            secondary={formatUnits(part.quantity)}
            value={whole(part.value)}
            share={shareOf(part.value, best)}
          />
        ))}
      </ul>
      {parts && parts.length > shownParts && (
        <p className="pt-2 text-muted text-xs">
          The largest {shownParts} of {parts.length.toLocaleString()}
        </p>
      )}
    </Card>
  )
}

function Changes({ changes }: { changes: StockReport['changes'] | undefined }) {
  const { exact } = useMoney()
  return (
    <Card title="Adjustments and losses" help="At the average cost of each day">
      {!changes && <RowSkeletons rows={shownParts} tall />}
      {changes?.length === 0 && <p className="py-12 text-center text-secondary">No adjustments in this period.</p>}
      <ul className="-mx-2">
        {changes?.map(({ effect, reason, quantity, value }) => (
          <BarRow
            key={`${effect} ${reason}`}
            label={effectNames[effect] ?? effect}
            secondary={`${stockReasonNames[reason as StockReason] ?? sentence(reason)}, ${formatUnits(quantity)}`}
            value={exact(value)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** Formats reasons that the system sets and users can't choose. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}`
