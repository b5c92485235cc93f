import { Link } from 'react-router'
import type { InUse, Use } from '#shared/inventory/stock/uses.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'

/** The records that use a record which the server refused to delete. */
export function usesOf(error: ApiError | null | undefined): InUse | undefined {
  const details = error?.code === 'IN_USE' ? (error.details as Partial<InUse> | undefined) : undefined
  return details?.uses && details.count !== undefined ? { uses: details.uses, count: details.count } : undefined
}

const pageOf: Record<Use['kind'], (id: string) => string> = {
  product: paths.product,
  raw_material: paths.rawMaterial,
  salesOrder: paths.order,
  stockTransfer: paths.stockTransfer,
  kit: paths.kit,
  kitOrder: paths.kitOrder,
  purchaseOrder: paths.purchaseOrder,
  stockCount: paths.stockCount,
  estimate: paths.estimate,
  invoice: paths.invoice,
  customerReturn: paths.return,
  recall: paths.recall,
  route: () => paths.routes,
  account: paths.customer,
  opportunity: paths.opportunity,
  location: paths.location,
}

/** Links to the first records that use it. */
export function UsedBy({ uses, count }: InUse) {
  const more = count - uses.length
  return (
    <ul className="list-disc pl-5 text-secondary">
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          <Link to={pageOf[kind](id)} className="link">
            {name}
          </Link>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {more.toLocaleString()} more</li>}
    </ul>
  )
}
