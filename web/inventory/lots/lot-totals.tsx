import { Link } from 'react-router'
import { expiryWindowNames, type ExpiryWindow } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { FigureStrip, stripFigure, StripValue } from '#web/ui/table/figure-strip.tsx'
import { TotalsError } from '#web/ui/table/totals-error.tsx'

const lots = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lot' : 'lots'}`

/** The value at cost of expired and soon expiring stock; each figure links to the lots that it sums. */
export function LotTotals({ chosen, place }: { chosen: string | undefined; place: 'header' | 'after-list' }) {
  const query = useApiQuery(lotsApi.sumLots, {})
  const { data, error } = query
  const { currency } = useSettings()
  const money = new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 })
  const windows: readonly ExpiryWindow[] = ['expired', '30', '90', '180']
  if (error && !data)
    return (
      <FigureStrip place={place}>
        <TotalsError query={query} />
      </FigureStrip>
    )
  return (
    <FigureStrip place={place}>
      {windows.map((window) => {
        const sum = data?.windows.find((one) => one.window === window)
        return (
          <Link
            key={window}
            to={`${paths.lots}?expiry=${window}`}
            aria-current={chosen === window ? 'true' : undefined}
            title={sum ? `${lots(sum.lots)}, ${sum.pieces.toLocaleString()} pieces` : undefined}
            className={stripFigure}
          >
            <StripValue
              label={expiryWindowNames[window]}
              value={sum && money.format(sum.value as Intl.StringNumericLiteral)}
            />
            <span className="sr-only">{sum && `, ${lots(sum.lots)}, ${sum.pieces.toLocaleString()} pieces`}</span>
          </Link>
        )
      })}
    </FigureStrip>
  )
}
