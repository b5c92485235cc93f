import { expiryWindowNames } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { CardLoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { isZero, shareOf, useMoney } from '#web/reports/public/amounts.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

const lots = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lot' : 'lots'}`

/** Expired and soon expiring stock, at cost. */
export function ExpiringCard() {
  const sums = useApiQuery(lotsApi.sumLots, {})
  const { data, error, isFetching, refetch } = sums
  const { whole } = useMoney()
  const widest = data?.windows.at(-1)?.value ?? '0'
  return (
    <Card title="Expiring stock" help="Stock on hand at cost">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <CardLoadPart result={sums}>
          {data ? (
            <ul className="-mx-2">
              {data.windows.map(({ window, lots: count, pieces, value }) => (
                <BarRow
                  key={window}
                  to={`${paths.lots}?expiry=${window}`}
                  label={expiryWindowNames[window]}
                  secondary={`${lots(count)}, ${pieces.toLocaleString()} pieces`}
                  value={whole(value)}
                  share={isZero(widest) || window === 'expired' ? 0 : shareOf(value, widest)}
                  muted={count === 0}
                />
              ))}
              <BarRow
                to={`${paths.lots}?status=BLOCKED`}
                label="On hold, in quarantine or recalled"
                secondary={`${lots(data.blocked.lots)}, ${data.blocked.pieces.toLocaleString()} pieces`}
                value={whole(data.blocked.value)}
                muted={data.blocked.lots === 0}
              />
            </ul>
          ) : (
            <RowSkeletons rows={5} tall />
          )}
        </CardLoadPart>
      )}
    </Card>
  )
}
