import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The notices above a purchase order. */
export function PurchaseNotice({ order }: { order: PurchaseOrder }) {
  const { status, lateSince, timeline, transitions } = order
  const whyNotApproved = transitions.find(({ action }) => action === 'approve')?.reason
  if (status === 'Pending Approval')
    return (
      <Notice tone="warn" title="Waiting for approval">
        {whyNotApproved ?? 'The order exceeds the limit and needs approval by someone else.'}
      </Notice>
    )
  if (lateSince)
    return (
      <Notice tone="warn" title="The delivery is late">
        Goods were expected on {formatDay(lateSince)} and are not all here.
      </Notice>
    )
  if (status === 'Closed' || status === 'Cancelled')
    return (
      <Notice
        tone="neutral"
        title={status === 'Closed' ? 'This purchase order was closed short' : 'This purchase order was cancelled'}
      >
        {timeline.find(({ from, to }) => to === status && from !== status)?.reason}
      </Notice>
    )
  return null
}
