import { Link } from 'react-router'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { paths } from '#web/paths.ts'
import { usePurchaseActions } from './purchase-actions.tsx'
import { PurchaseFacts } from './purchase-facts.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { PurchaseNotice } from './purchase-notice.tsx'
import { PurchaseReceipts } from './purchase-receipts.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'

/** A loaded purchase order. */
export function PurchaseDetail({ order }: { order: PurchaseOrder }) {
  const actions = usePurchaseActions(order)
  return (
    <>
      <PageHeader
        title={order.number}
        status={<PurchaseStatusBadge status={order.status} />}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.purchaseOrders}>Purchase orders</Link>
          </Breadcrumbs>
        }
        action={actions.action}
        menu={actions.menu}
      />
      <PurchaseNotice order={order} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PurchaseLines order={order} />
          <PurchaseReceipts order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PurchaseFacts order={order} />
          <PurchaseTimeline order={order} />
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}
