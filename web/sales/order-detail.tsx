import { Link } from 'react-router'
import type { Order } from '#shared/sales/order.ts'
import { orderListApi } from '#shared/sales/order-list-api.ts'
import { ListNeighbours, useListOrigin } from '#web/api/list-neighbours.tsx'
import { paths } from '#web/paths.ts'
import { ChainCard } from '#web/pickers/chain-card.tsx'
import { useOrderActions } from '#web/sales/order-actions.tsx'
import { OrderBadges } from '#web/sales/order-badges.tsx'
import { OrderFacts } from '#web/sales/order-facts.tsx'
import { OrderInvoiceCard } from '#web/sales/order-invoice-card.tsx'
import { OrderLines } from '#web/sales/order-lines.tsx'
import { OrderNotice } from '#web/sales/order-notice.tsx'
import { OrderParts } from '#web/sales/order-parts.tsx'
import { OrderProgress } from '#web/sales/order-progress.tsx'
import { OrderReturns } from '#web/sales/order-returns.tsx'
import { OrderShipments } from '#web/sales/order-shipments.tsx'
import { OrderTimeline } from '#web/sales/order-timeline.tsx'
import { useCan } from '#web/session/session.ts'
import { OrderStatusBadge } from '#web/ui/order-status-badge.tsx'
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <OrderLines order={order} />
        <div className="flex flex-col gap-6 lg:row-span-2">
          <OrderFacts order={order} />
          {seesInvoices && <OrderInvoiceCard order={order} />}
          <OrderShipments order={order} />
          <OrderParts order={order} />
          <ChainCard kind="order" id={order.id} />
          <OrderReturns order={order} />
        </div>
        <OrderTimeline order={order} />
      </div>
      {actions.dialogs}
    </>
  )
}
