import { type CatalogueRow, portalOrdersApi } from '#shared/portal/orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { SearchInput } from '#web/ui/table/search-input.tsx'
import { AvailabilityBadge } from './availability-badge.tsx'
import { Loaded } from './loaded.tsx'
import { usePortal } from './portal-context.ts'
import { pieces, useMoney } from './portal-words.ts'
import { QuantityStepper } from './quantity-stepper.tsx'
import { useSearchWords } from './use-search-words.ts'

type ListProps = { quantities: Record<string, number>; setQuantity: (productId: string, quantity: number) => void }

/** The products that the customer usually buys, at their own prices; a search finds all others. */
export function CatalogueList({ quantities, setQuantity }: ListProps) {
  const { query } = usePortal()
  const [q, setQ] = useSearchWords()
  const rows = useApiQuery(
    portalOrdersApi.listCatalogue,
    { query: { ...query, ...(q && { q }) } },
    { keepPrevious: true, untold: true },
  )
  return (
    <Card title={q ? 'Products' : 'Your usual products'}>
      <SearchInput
        label="Search products"
        placeholder="Search all products"
        value={q}
        onChange={setQ}
        className="max-w-none"
      />
      <div className="pt-4">
        <Loaded what="Products" query={rows}>
          {({ data }) =>
            // While a search is loading, the rows of the previous search are shown.
            data.length === 0 && !rows.isPlaceholderData ? (
              <EmptyState
                kind={q ? 'no-match' : 'nothing'}
                title={q ? 'No product matches' : 'You have not bought anything yet'}
              >
                {!q && 'Search for the products you need.'}
              </EmptyState>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {data.map((row) => (
                  <CatalogueItem
                    key={row.product.id}
                    row={row}
                    quantity={quantities[row.product.id] ?? 0}
                    onChange={(quantity) => setQuantity(row.product.id, quantity)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

type ItemProps = { row: CatalogueRow; quantity: number; onChange: (quantity: number) => void }

function CatalogueItem({ row, quantity, onChange }: ItemProps) {
  const money = useMoney()
  const { product, minimum, packSize, usualQuantity, lastBought } = row
  const terms = [
    `Pack of ${packSize.toLocaleString('en')}`,
    minimum && minimum > 1 && `minimum ${minimum.toLocaleString('en')}`,
    usualQuantity && `usually ${pieces(usualQuantity)}`,
    lastBought && `last on ${formatDay(lastBought)}`,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-medium">{product.name}</p>
        <p className="wrap-anywhere text-muted text-table">
          {product.sku} · {money(row.unitPrice)} each
        </p>
        <p className="wrap-anywhere text-muted text-table">{terms.filter(Boolean).join(', ')}</p>
        <AvailabilityBadge availability={row.availability} expectedOn={row.expectedOn} />
      </div>
      <QuantityStepper
        label={product.name}
        value={quantity}
        packSize={packSize}
        minimum={minimum}
        onChange={onChange}
      />
    </li>
  )
}
