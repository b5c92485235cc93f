import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

/** What a kind of document is called. */
export const documentKinds: Record<string, string> = {
  sales_order: 'Sales order',
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
  import: paths.order,
  transfer: paths.stockTransfer,
  kit: paths.kitOrder,
  recall: paths.recall,
  production: paths.productionRun,
}

type DocumentLinkProps = { document: { type: string; id: string; number: string | null } }

/** The document behind a movement: a link for those who may see it, else its number. */
export function DocumentLink({ document: { type, id, number } }: DocumentLinkProps) {
  const seesOrders = useCan('salesOrders.view')
  if (number === null) return <span className="text-muted">–</span>
  const page = pageOf[type]
  return page && (page !== paths.order || seesOrders) ? (
    <Link to={page(id)} className="link">
      {number}
    </Link>
  ) : (
    number
  )
}
