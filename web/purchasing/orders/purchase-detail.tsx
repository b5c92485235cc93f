import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { usePurchaseActions } from './purchase-actions.tsx'
import { PurchaseDocuments, PurchaseFacts, usePurchaseFacts } from './purchase-facts.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import { purchaseProgress } from './purchase-progress.ts'
import { PurchaseReceipts } from './purchase-receipts.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

/** A loaded purchase order. */
export function PurchaseDetail({ order }: { order: PurchaseOrder }) {
  const acts = usePurchaseActions(order)
  const facts = usePurchaseFacts(order)
  const { number, status } = order
  return (
    <DocumentFrame
      place={purchasePlace}
      number={number}
      status={<PurchaseStatusBadge status={status} />}
      facts={facts}
      progress={purchaseProgress(order)}
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
