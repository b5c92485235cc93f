import { Link } from 'react-router'
import { expiryWindowNames, type ExpiryWindow } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { cn } from '#web/ui/class-names.ts'

const lots = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lot' : 'lots'}`

/** What has expired and what soon will, at cost: each figure leads to the lots that it sums. */
export function LotTotals({ chosen, className }: { chosen: string | undefined; className: string }) {
  const { data } = useApiQuery(lotsApi.sumLots, {})
  const { currency } = useSettings()
  const money = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 })
  const windows: readonly ExpiryWindow[] = ['expired', '30', '90', '180']
  return (
    <span data-chrome className={cn('flex min-w-0 gap-1.5 flex-wrap', className)}>
      {windows.map((window) => {
        const sum = data?.windows.find((one) => one.window === window)
        return (
          <Link
            key={window}
            to={`${paths.lots}?expiry=${window}`}
            aria-current={chosen === window ? 'true' : undefined}
            title={sum ? `${lots(sum.lots)}, ${sum.pieces.toLocaleString()} pieces` : undefined}
            className="flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line bg-card px-2 text-table hover:border-line-control aria-[current=true]:border-accent"
          >
            <span className="text-secondary">{expiryWindowNames[window]}</span>
            <span className={cn('figures font-medium', !sum && 'animate-breathe text-muted')}>
              {sum ? money.format(sum.value as Intl.StringNumericLiteral) : '–'}
            </span>
            <span className="sr-only">{sum && `, ${lots(sum.lots)}, ${sum.pieces.toLocaleString()} pieces`}</span>
          </Link>
        )
      })}
    </span>
  )
}
