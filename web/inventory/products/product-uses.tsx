import { Link } from 'react-router'
import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { type ProductUse, productListApi } from '#shared/inventory/products/product-list-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const kinds: Record<ProductUse['kind'], { title: string; page: (id: string) => string }> = {
  kit: { title: 'Kits', page: paths.kit },
  salesOrder: { title: 'Open sales orders', page: paths.order },
  purchaseOrder: { title: 'Open purchase orders', page: paths.purchaseOrder },
  stockTransfer: { title: 'Stock transfers', page: paths.stockTransfer },
  kitOrder: { title: 'Kit orders', page: paths.kitOrder },
  stockCount: { title: 'Stock counts', page: paths.stockCount },
}

const statusOf = ({ kind, status }: ProductUse) =>
  status === null ? null : kind === 'salesOrder' ? orderStatusNames[status as OrderStatus] : sentenceCase(status)
const sentenceCase = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()

/** The kits and open documents that contain a product. */
export function ProductUses({ productId }: { productId: string }) {
  const uses = useApiQuery(productListApi.listUses, { params: { id: productId } })
  return (
    <Card title="Where it is used">
      {uses.data ? (
        <Uses uses={uses.data.data} />
      ) : uses.error ? (
        <ErrorState
          what="Uses of this product"
          error={uses.error}
          onRetry={() => void uses.refetch()}
          retrying={uses.isFetching}
        />
      ) : (
        <SkeletonText lines={3} />
      )}
    </Card>
  )
}

function Uses({ uses }: { uses: readonly ProductUse[] }) {
  if (uses.length === 0) return <p className="text-secondary">Not used in kits or open documents.</p>
  const shown = (Object.keys(kinds) as ProductUse['kind'][]).filter((kind) => uses.some((use) => use.kind === kind))
  return (
    <div className="flex flex-col gap-4">
      {shown.map((kind) => (
        <section key={kind} aria-label={kinds[kind].title} className="flex flex-col gap-1">
          <h3 className="text-muted text-xs">{kinds[kind].title}</h3>
          <ul className="flex flex-col text-table">
            {uses
              .filter((use) => use.kind === kind)
              .map((use) => (
                <li key={use.id} className="flex min-h-7 items-baseline gap-2">
                  <span className="min-w-0 flex-1 truncate">
                    <Link to={kinds[kind].page(use.id)} className="link">
                      {use.name}
                    </Link>
                    {statusOf(use) && <span className="ml-2 text-muted">{statusOf(use)}</span>}
                  </span>
                  {use.quantity !== null && <span className="figures">{use.quantity.toLocaleString()}</span>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
