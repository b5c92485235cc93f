import { Link } from 'react-router'
import { expiryWindowNames, type ExpiryWindow } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Figure } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'

const lots = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lot' : 'lots'}`

/** What has expired and what soon will, at cost: each figure leads to the lots that it sums. */
export function LotTotals({ chosen }: { chosen: string | undefined }) {
  const { data } = useApiQuery(lotsApi.sumLots, {})
  const { currency } = useSettings()
  const money = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 })
  const windows: readonly ExpiryWindow[] = ['expired', '30', '90', '180']
  return (
    <div data-chrome className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-md:gap-3">
      {windows.map((window) => {
        const sum = data?.windows.find((one) => one.window === window)
        return (
          <Link
            key={window}
            to={`${paths.lots}?expiry=${window}`}
            data-card
            aria-current={chosen === window ? 'true' : undefined}
            className={cn(
              'min-w-0 rounded-lg border border-line bg-card px-5 py-4 transition-colors duration-150 hover:border-line-control max-md:p-3.5',
              'aria-[current=true]:border-accent',
            )}
          >
            <Figure
              label={expiryWindowNames[window]}
              value={sum && money.format(sum.value as Intl.StringNumericLiteral)}
              note={sum ? `${lots(sum.lots)}, ${sum.pieces.toLocaleString()} pieces` : '\u00a0'}
              loading={!sum}
            />
          </Link>
        )
      })}
    </div>
  )
}
