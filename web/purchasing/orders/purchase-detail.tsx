import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { progressOf } from '#web/documents/progress-steps.ts'
import { usePurchaseActions } from './purchase-actions.tsx'
import { PurchaseDocuments, PurchaseFacts, usePurchaseFacts } from './purchase-facts.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import { PurchaseReceipts } from './purchase-receipts.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import { PurchaseStatusBadge, purchaseStatusTones } from '#web/purchasing/public/purchase-status-badge.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

/** A loaded purchase order. */
export function PurchaseDetail({ order }: { order: PurchaseOrder }) {
  const acts = usePurchaseActions(order)
  const facts = usePurchaseFacts(order)
  const { number, status, timeline } = order
  return (
    <DocumentFrame
      place={purchasePlace}
      number={number}
      status={<PurchaseStatusBadge status={status} />}
      facts={facts}
      progress={progressOf({
        status,
        steps: [
          ['Draft', 'Pending Approval'],
          ['Open', 'Partially Received'],
          ['Received', 'Closed'],
        ],
        tone: purchaseStatusTones[status],
        timeline,
      })}
      actions={acts}
      notices={<PurchaseNotice order={order} />}
      rail={{ party: <PurchaseFacts order={order} />, documents: <PurchaseDocuments order={order} /> }}
      history={<PurchaseTimeline order={order} />}
    >
      <PurchaseLines order={order} />
      <PurchaseReceipts order={order} />
    </DocumentFrame>
  )
}
