import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import {
  type PortalOrder,
  whyPortalOrderNotCancelled,
  whyPortalOrderNotChanged,
  whyPortalOrderNotReturned,
} from '#shared/portal/portal-order.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { AmountList } from '#web/ui/amount-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Loaded } from './loaded.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderMessages } from './order-messages.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { pieces, useMoney } from './portal-words.ts'
import { ReasonDialog } from './form-dialog.tsx'
import { useDraft } from './use-draft.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** An order: its status, what was shipped by lot, its invoice, and the available actions. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const { base, query } = usePortal()
  const order = useApiQuery(portalOrdersApi.getOrder, { params: { id }, query }, { untold: true, every: 30_000 })
  const [isCancelling, setCancelling] = useState(false)
  const mayOrder = useMayInPortal('order')
  const mayReturn = useMayInPortal('return')
  const found = order.data
  return (
    <>
      <PageHeader
        title={found ? `Order ${found.number}` : 'Order'}
        status={found && <OrderStatusBadge status={found.status} />}
        help={found?.reference}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/orders`}>Orders</Link>
          </Breadcrumbs>
        }
        action={
          found &&
          mayOrder && (
            <Button asChild variant="primary">
              <Link to={`${base}/orders/new?again=${id}`}>Order again</Link>
            </Button>
          )
        }
        menu={
          found && (
            <>
              {mayOrder && !whyPortalOrderNotChanged(found) && (
                <Button asChild>
                  <Link to={`${base}/orders/${id}/edit`}>Change</Link>
                </Button>
              )}
              {mayOrder && !whyPortalOrderNotCancelled(found) && (
                <Button onClick={() => setCancelling(true)}>Cancel order</Button>
              )}
              {mayReturn && !whyPortalOrderNotReturned(found) && (
                <Button asChild>
                  <Link to={`${base}/orders/${id}/return`}>Return goods</Link>
                </Button>
              )}
            </>
          )
        }
      />
      <Loaded what="This order" query={order}>
        {(one) => (
          <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex min-w-0 flex-col gap-5">
              {one.deliveries.length > 0 && <OrderDeliveries deliveries={one.deliveries} />}
              {mayOrder && one.canCancel && <WhyNotChanged order={one} />}
              <OrderLines order={one} />
              <OrderMessages orderId={one.id} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Facts order={one} />
              <Progress order={one} />
            </div>
          </div>
        )}
      </Loaded>
      {found && isCancelling && <CancelDialog order={found} close={() => setCancelling(false)} />}
    </>
  )
}

/** Why an unconfirmed order can't be changed any more. */
function WhyNotChanged({ order }: { order: PortalOrder }) {
  const why = whyPortalOrderNotChanged(order)
  return why && <p className="text-muted">{why}</p>
}

function OrderLines({ order }: { order: PortalOrder }) {
  const money = useMoney()
  return (
    <Card title="Items">
      <ul className="flex flex-col divide-y divide-line">
        {order.orderLines.map((line) => (
          <li key={line.id} className="flex gap-4 py-3 first:pt-0">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">{line.product.name}</p>
              <p className="wrap-anywhere text-muted text-table">
                {line.product.sku} · {pieces(line.quantity)} at {money(line.unitPrice)}
              </p>
              {line.lots.map((lot) => (
                <p key={lot.lotNumber} className="wrap-anywhere text-muted text-table">
                  Lot {lot.lotNumber}: {pieces(lot.quantity)}
                  {lot.expiryDate && `, exp. ${formatDay(lot.expiryDate)}`}
                </p>
              ))}
            </div>
            <p className="figures shrink-0">{money(line.total)}</p>
          </li>
        ))}
        {order.charges.map((charge, at) => (
          // Charges have no id but their index.
          <li key={at} className="flex gap-4 py-3">
            <p className="wrap-anywhere min-w-0 flex-1">{charge.name}</p>
            <p className="figures shrink-0">{money(charge.total)}</p>
          </li>
        ))}
      </ul>
      <div className={order.discount !== '0.00' || order.tax !== '0.00' ? 'border-line border-t pt-3' : 'pt-1'}>
        <AmountList
          rows={[
            order.discount !== '0.00' && { label: 'Discount', value: `-${order.discount}` },
            order.tax !== '0.00' && { label: 'Tax', value: order.tax },
            { label: 'Total', value: order.total, isTotal: true },
          ]}
        />
      </div>
    </Card>
  )
}

function Facts({ order }: { order: PortalOrder }) {
  const { base } = usePortal()
  const money = useMoney()
  const { invoice } = order
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          { label: 'Ordered', value: formatDay(order.orderDate) },
          { label: 'Placed by', value: order.placedBy ?? 'Us' },
          { label: 'Deliver to', value: unbrokenAddress(addressLine(order.shipTo)) },
          { label: 'Wanted by', value: order.requestedDate && formatDay(order.requestedDate) },
          { label: 'Delivered', value: order.deliveredDate && formatDay(order.deliveredDate) },
          {
            label: 'Invoice',
            value: invoice && <Link to={`${base}/invoices/${invoice.id}`}>{invoice.number}</Link>,
          },
          { label: 'Balance due', value: invoice && money(invoice.due), numeric: true },
          { label: 'Notes', value: order.notes && <span className="whitespace-pre-line">{order.notes}</span> },
        ]}
      />
    </Card>
  )
}

function Progress({ order }: { order: PortalOrder }) {
  return (
    <Card title="Progress">
      <ol className="flex flex-col gap-2">
        {order.timeline.map(({ status, at }, index) => (
          // A status may occur twice.
          <li key={index} className="flex justify-between gap-4">
            <span>{orderStatusNames[status]}</span>
            <span className="text-muted">
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const noReason = { reason: '' }

function CancelDialog({ order, close }: { order: PortalOrder; close: () => void }) {
  const { draft, change, clear } = useDraft(`cancel-${order.id}`, noReason)
  const cancel = useApiMutation(portalOrdersApi.cancelOrder, {
    successMessage: () => `Order ${order.number} was cancelled`,
    onSuccess: () => {
      clear()
      close()
    },
  })
  return (
    <ReasonDialog
      title={`Cancel order ${order.number}?`}
      label="Reason"
      reason={draft.reason}
      onChange={(reason) => change({ reason })}
      closeLabel="Keep order"
      submitLabel="Cancel order"
      busy={cancel.isPending}
      close={close}
      onSubmit={(reason) => cancel.submit({ params: { id: order.id }, body: { reason } })}
    />
  )
}
