import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { type PriceKind, priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

const kindNames: Record<PriceKind, string> = { price: 'Price', cost: 'Cost', ...priceTierNames }
const pageSize = 5

/** The price changes of a product: who made them and when. */
export function PriceHistory({ productId }: { productId: string }) {
  const { currency } = useSettings()
  const history = useApiPages(priceHistoryApi.listPriceHistory, { params: { id: productId } }, { first: pageSize })
  const { rows } = history
  const money = (amount: string | null) => (amount === null ? 'none' : formatDecimalInput(amount, 2))
  return (
    <Card title={`Price history, ${currency}`}>
      {!rows && !history.error && <SkeletonText lines={3} />}
      {history.error && !rows && (
        <ErrorState
          what="Price history"
          error={history.error}
          onRetry={history.refetch}
          retrying={history.isFetching}
        />
      )}
      {rows?.length === 0 && <p className="text-secondary">No price changes yet.</p>}
      {rows && rows.length > 0 && (
        <Timeline
          label="Price history"
          entries={rows.map(({ id, actor, at, kind, from, to }) => ({
            id: String(id),
            who: actor ?? 'System',
            at,
            what: (
              <span className="figures">
                changed {kindNames[kind].toLowerCase()}: <del className="text-muted">{money(from)}</del>{' '}
                <span aria-hidden>→</span> <ins className="text-primary no-underline">{money(to)}</ins>
              </span>
            ),
          }))}
        />
      )}
      <ShowMore pages={history} className="mt-3" />
    </Card>
  )
}
