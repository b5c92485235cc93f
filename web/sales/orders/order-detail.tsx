import type { Order } from '#shared/sales/orders/order.ts'
import { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { ListNeighbours } from '#web/lists/list-neighbours.tsx'
import { paths } from '#web/paths.ts'
import { OfficeMessages } from '#web/portal/public/office-messages.tsx'
import { orderPlace } from '#web/records/record-places.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useOrderActions } from './order-actions.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderFacts, useOrderFacts } from './order-facts.tsx'
import { OrderInvoiceCard } from './order-invoice-card.tsx'
import { NewShipToNotice } from './new-ship-to-notice.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNotice } from '#web/sales/order-editor/order-notice.tsx'
import { OrderParts } from './order-parts.tsx'
import { orderProgress } from './order-progress.ts'
import { OrderReturns } from './order-returns.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useCan } from '#web/session/session.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

/** A loaded order. */
export function OrderDetail({ order }: { order: Order }) {
  const actions = useOrderActions(order)
  const facts = useOrderFacts(order)
  const seesInvoices = useCan('invoices.view')
  return (
    <DocumentFrame
      place={orderPlace}
      number={order.number}
      status={
        <>
          <OrderStatusBadge status={order.status} />
          <OrderBadges badges={order.badges} />
        </>
      }
      facts={facts}
      progress={orderProgress(order)}
      actions={actions}
      tools={<ListNeighbours route={orderListApi.getNeighbours} id={order.id} what="order" path={paths.order} />}
      notices={
        <>
          <OrderNotice order={order} actions={actions} />
          <NewShipToNotice order={order} />
        </>
      }
      rail={{
        party: <OrderFacts order={order} />,
        payment: seesInvoices && <OrderInvoiceCard order={order} />,
        shipment: <OrderShipments order={order} />,
        documents: <OrderDocuments order={order} />,
        related: (
          <>
            <OrderParts order={order} />
            <ChainCard kind="order" id={order.id} />
            <OrderReturns order={order} />
          </>
        ),
      }}
      history={
        <>
          <OfficeMessages orderId={order.id} />
          <OrderTimeline order={order} />
        </>
      }
    >
      <OrderLines order={order} />
    </DocumentFrame>
  )
}
