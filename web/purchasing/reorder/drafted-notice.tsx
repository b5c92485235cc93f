import { Link } from 'react-router'
import type { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The purchase orders that were just drafted, each with a link. */
export function DraftedNotice({ drafts, onClose }: { drafts: readonly PurchaseOrderRow[]; onClose: () => void }) {
  const { currency } = useSettings()
  return (
    <Notice
      tone="good"
      title={
        drafts.length === 1
          ? 'One purchase order created as draft'
          : `${drafts.length} purchase orders created as draft`
      }
      onClose={onClose}
    >
      <ul aria-label="Drafted purchase orders" className="mt-1 flex flex-col gap-0.5">
        {drafts.map(({ id, number, supplier, lines, total }) => (
          <li key={id}>
            <Link className="link" to={paths.purchaseOrder(id)}>
              {number}
            </Link>{' '}
            to {supplier.name}, {lines} {lines === 1 ? 'line' : 'lines'}, {currency} {formatDecimalInput(total, 2)}
          </li>
        ))}
      </ul>
      <p className="mt-1">Check and place each one; not sent to the supplier yet.</p>
    </Notice>
  )
}
