import { Link } from 'react-router'
import type { Order } from '#shared/sales/orders/order.ts'
import type { FormState } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { orderPlace } from '#web/records/record-places.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { orderProgress } from '#web/sales/orders/order-progress.ts'
import type { OrderValues } from './order-values.ts'
import { SalesForm } from './sales-form.tsx'

type OrderFormProps = FormState<OrderValues> & {
  title: string
  /** The order to edit. */
  order?: Order
}

/** The form of an order, new or edited. */
export function OrderForm({ order, ...state }: OrderFormProps) {
  return (
    <SalesForm
      {...state}
      what="Order"
      place={orderPlace}
      status={order && <OrderStatusBadge status={order.status} />}
      trail={order && <Link to={paths.order(order.id)}>{order.number}</Link>}
      cancelTo={order ? paths.order(order.id) : paths.orders}
      progress={orderProgress(order ?? { status: 'PENDING', timeline: [] })}
      submitLabel={order ? 'Save changes' : 'Save order'}
      date={{ name: 'requestedDate', label: 'Requested date', fact: 'Requested' }}
      rail={{ related: order && <ChainCard kind="order" id={order.id} /> }}
      referenceHint="Customer PO number"
    />
  )
}
