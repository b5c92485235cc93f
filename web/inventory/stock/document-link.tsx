import { Link } from 'react-router'
import { mayView } from '#shared/access/menu.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'

/** The names of the document types. */
export const documentKinds: Record<string, string> = {
  sales_order: 'Sales order',
  purchase_order: 'Purchase order',
  return: 'Return',
  set_aside: 'Return',
  import: 'Imported delivery',
  adjustment: 'Adjustment',
  count: 'Stock count',
  recall: 'Recall',
  transfer: 'Stock transfer',
  kit: 'Kit order',
  production: 'Production',
}

/** The documents that have a page. */
const pageOf: Record<string, (id: string) => string> = {
  sales_order: paths.order,
  purchase_order: paths.purchaseOrder,
  return: paths.return,
  count: paths.stockCount,
  import: paths.order,
  transfer: paths.stockTransfer,
  kit: paths.kitOrder,
  recall: paths.recall,
  production: paths.productionRun,
}

type DocumentLinkProps = { document: { type: string; id: string; number: string | null } }

/** The document of a movement: a link if the user may view it, else its number. */
export function DocumentLink({ document: { type, id, number } }: DocumentLinkProps) {
  const user = useUser()
  if (number === null) return <span className="text-muted">–</span>
  const page = pageOf[type]?.(id)
  return page && mayView(user, page) ? (
    <Link to={page} className="link whitespace-nowrap">
      {number}
    </Link>
  ) : (
    <span className="whitespace-nowrap">{number}</span>
  )
}
