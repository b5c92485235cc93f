import { Link } from 'react-router'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { paths } from '#web/paths.ts'
import { OfficeMessages } from '#web/portal/public/office-messages.tsx'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useOrderActions } from './order-actions.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderInvoiceCard } from './order-invoice-card.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNotice } from '#web/sales/order-editor/order-notice.tsx'
import { OrderParts } from './order-parts.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useCan } from '#web/session/session.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

/** A loaded order. */
export function OrderDetail({ order }: { order: Order }) {
  const actions = useOrderActions(order)
  const search = useListOrigin()
  const seesInvoices = useCan('invoices.view')
  return (
    <>
      <PageHeader
        title={order.number}
        status={
          <>
            <OrderStatusBadge status={order.status} />
            <OrderBadges badges={order.badges} />
          </>
        }
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.orders, search }}>Sales orders</Link>
          </Breadcrumbs>
        }
        action={actions.action}
        menu={
          <>
            <ListNeighbours route={orderListApi.getNeighbours} id={order.id} what="order" path={paths.order} />
            {actions.menu}
          </>
        }
      />
      <OrderNotice order={order} actions={actions} />
      <OrderProgress order={order} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <OrderLines order={order} />
        <div className="flex flex-col gap-6 lg:row-span-2">
          <OrderFacts order={order} />
          {seesInvoices && <OrderInvoiceCard order={order} />}
          <OrderShipments order={order} />
          <OrderDocuments order={order} />
          <OrderParts order={order} />
          <ChainCard kind="order" id={order.id} />
          <OrderReturns order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <OfficeMessages orderId={order.id} />
          <OrderTimeline order={order} />
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}
