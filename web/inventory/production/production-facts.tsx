import { Link } from 'react-router'
import type { ProductionRun } from '#shared/inventory/production/api.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const number = (count: number) => count.toLocaleString()

/** The result of a run: quantity, scrap and cost. */
export function ProductionFacts({ run }: { run: ProductionRun }) {
  const { currency } = useSettings()
  const { product, location, quantity, rejected, wasted, scrapReason, lotId, lotNumber, expiryDate } = run
  const money = (label: string, value: string): Fact => ({
    label: `${label}, ${currency}`,
    value: formatDecimalInput(value, 2),
    numeric: true,
  })
  const scrap: Fact[] = [
    ...(rejected > 0 ? [{ label: 'Rejected', value: number(rejected), numeric: true }] : []),
    ...(wasted > 0 ? [{ label: 'Materials wasted', value: number(wasted), numeric: true }] : []),
    ...(scrapReason ? [{ label: 'Scrap reason', value: scrapReason }] : []),
  ]
  const lot: Fact[] = lotId
    ? [
        { label: 'Lot', value: <Link to={paths.lot(lotId)}>{lotNumber}</Link> },
        { label: 'Expires', value: expiryDate ? formatDay(expiryDate) : 'Never', numeric: true },
      ]
    : []
  return (
    <div className="flex min-w-0 flex-col gap-6 print:mt-6">
      <Card title="Details">
        <DescriptionList
          facts={[
            { label: 'Product', value: <Link to={paths.product(product.id)}>{product.name}</Link> },
            { label: 'Factory', value: location.name },
            { label: 'Good pieces', value: number(quantity), numeric: true },
            ...scrap,
            ...lot,
            { label: 'Completed by', value: run.actor ?? 'Wardstock' },
            { label: 'Date', value: <RelativeTime at={run.at} /> },
          ]}
        />
        {run.note && <p className="mt-4 whitespace-pre-line text-pretty break-words text-secondary">{run.note}</p>}
      </Card>
      <Card title="Cost" help="Total material cost, absorbed by good units.">
        <DescriptionList
          facts={[
            money('Total', run.totalCost),
            money('Unit cost', run.unitCost),
            money('Average before', run.costBefore),
            money('Average after', run.costAfter),
          ]}
        />
      </Card>
    </div>
  )
}
