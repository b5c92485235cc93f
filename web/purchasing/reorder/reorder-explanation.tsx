import { Link } from 'react-router'
import { lookbackDays } from '#shared/purchasing/reorder/reorder.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { formatPercent, formatShare } from '#shared/format-percent.ts'
import { paths } from '#web/paths.ts'
import { itemPath } from './reorder-columns.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'

type ReorderExplanationProps = {
  item: ReorderItem
  coverDays: number
  serviceLevelPercent: number
  close: () => void
}

const pieces = (count: number) => count.toLocaleString().replace('-', '−')
const days = (count: number) => `${pieces(count)} ${count === 1 ? 'day' : 'days'}`

/** Explains each number of a suggestion, step by step. */
export function ReorderExplanation({ item, coverDays, serviceLevelPercent, close }: ReorderExplanationProps) {
  return (
    <Dialog
      open
      title={`Reorder calculation for ${item.name}`}
      description={`Order ${pieces(item.quantity)}: shortfall rounded to the supplier’s pack sizes.`}
      size="sm"
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 text-table">
          {stepsOf(item, coverDays).map(({ label, why, value, isSum }) => (
            <div
              key={label}
              className={`col-span-2 grid grid-cols-subgrid ${isSum ? 'border-line border-t pt-3 font-medium' : ''}`}
            >
              <dt>
                {label}
                <span className="block text-pretty font-normal text-muted text-xs">{why}</span>
              </dt>
              <dd className="figures text-right">{value}</dd>
            </div>
          ))}
        </dl>
        {item.forecast && <ByForecast item={item} forecast={item.forecast} {...{ coverDays, serviceLevelPercent }} />}
        <p className="text-pretty text-muted text-xs">
          Lead time, MOQ and case size are set on the{' '}
          <Link className="link" to={itemPath(item)}>
            {item.kind === 'product' ? 'product' : 'raw material'}
          </Link>
          . Company defaults are in the{' '}
          <Link className="link" to={paths.settings}>
            settings
          </Link>
          .
        </p>
      </DialogBody>
    </Dialog>
  )
}

type ByForecastProps = Omit<ReorderExplanationProps, 'close'> & { forecast: NonNullable<ReorderItem['forecast']> }

/** The suggestion of the demand forecast, for comparison with the calculation in use. */
function ByForecast({ item, forecast, coverDays, serviceLevelPercent }: ByForecastProps) {
  const { demand, safetyStock, reorderPoint, target, quantity, wape } = forecast
  const rows = [
    ['Forecast demand', `For ${days(item.leadTimeDays + coverDays)} of lead time and cover`, pieces(demand)],
    ['Safety stock', `For a service level of ${formatPercent(serviceLevelPercent)}`, `+ ${pieces(safetyStock)}`],
    ['Reorder point by forecast', `Demand for ${days(item.leadTimeDays)} with safety stock`, pieces(reorderPoint)],
    ['Target stock', 'Demand with safety stock, and more than the low-stock level', pieces(target)],
    [
      'Suggested by forecast',
      wape === null ? 'Too little history to test the forecast' : `The forecast was off by ${formatShare(wape)}`,
      pieces(quantity),
    ],
  ] as const
  return (
    <section aria-label="By demand forecast" className="rounded-lg bg-subtle p-4">
      <h3 className="pb-3 font-medium text-table">By demand forecast, for comparison</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 text-table">
        {rows.map(([label, why, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              {label}
              <span className="block text-pretty font-normal text-muted text-xs">{why}</span>
            </dt>
            <dd className="figures text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Step = { label: string; why: string; value: string; isSum?: true }

function stepsOf(item: ReorderItem, coverDays: number): Step[] {
  const { available, waiting, onOrder, inDrafts, consumed, leadTimeDays, lowAt, moq, pcsPerCase } = item
  const packs = [
    moq !== null && item.missing < moq && `raised to the MOQ of ${pieces(moq)}`,
    pcsPerCase > 1 && `in whole cases of ${pieces(pcsPerCase)}`,
  ].filter((part) => part !== false)
  return [
    { label: 'Available', why: 'Sellable stock: usable lots, minus reserved', value: pieces(available) },
    {
      label: 'Backordered',
      why: 'Needed for confirmed orders waiting for stock',
      value: `− ${pieces(waiting)}`,
    },
    {
      label: 'On order',
      why: inDrafts > 0 ? `Incoming; ${pieces(inDrafts)} in drafts` : 'Incoming from suppliers',
      value: `+ ${pieces(onOrder)}`,
    },
    { label: 'Projected stock', why: 'If nothing else is ordered or sold', value: pieces(item.position), isSum: true },
    {
      label: 'Used',
      why: `Shipped, or put into kits and products, in the last ${lookbackDays} days`,
      value: pieces(consumed),
    },
    {
      label: 'Needed',
      why: `At this rate, for ${days(leadTimeDays)} of ${item.leadTimeIsDefault ? 'the company default' : 'its own'} lead time and ${days(coverDays)} of cover`,
      value: pieces(item.needed),
    },
    {
      label: 'Reorder point',
      why: item.lowAtIsDefault ? 'The company’s threshold; the item has no reorder point' : 'Its own reorder point',
      value: pieces(lowAt),
    },
    {
      label: 'Target stock',
      why: 'Demand, and more than the low-stock level',
      value: pieces(item.target),
      isSum: true,
    },
    { label: 'Shortfall', why: 'Target stock minus projected stock', value: pieces(item.missing) },
    {
      label: 'Suggested',
      why: packs.length > 0 ? `Shortfall, ${packs.join(' and ')}` : 'Shortfall',
      value: pieces(item.quantity),
      isSum: true,
    },
  ]
}
