import { Link } from 'react-router'
import type { Order } from '#shared/sales/orders/order.ts'
import { sentence } from '#web/forms/field-errors.ts'
import type { FormState } from '#web/forms/record-form.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { paths } from '#web/paths.ts'
import type { OrderValues } from './order-values.ts'
import { SalesForm } from './sales-form.tsx'
import { TextField } from '#web/ui/field.tsx'

type OrderFormProps = FormState<OrderValues> & {
  title: string
  /** The one that is edited. */
  order?: Pick<Order, 'id' | 'number' | 'status'>
}

/** The form of an order, new or edited. */
export function OrderForm({ order, ...state }: OrderFormProps) {
  const { register, formState } = state.form
  return (
    <SalesForm
      {...state}
      what="Order"
      status={order && <OrderStatusBadge status={order.status} />}
      trail={
        <>
          <Link to={paths.orders}>Sales orders</Link>
          {order && <Link to={paths.order(order.id)}>{order.number}</Link>}
        </>
      }
      submitLabel={order ? 'Save changes' : 'Save order'}
      date={{
        name: 'requestedDate',
        label: 'Requested date',
        field: (
          <TextField
            label="Requested date"
            type="date"
            {...register('requestedDate')}
            error={sentence('Requested date', formState.errors.requestedDate?.message)}
          />
        ),
      }}
      referenceHint="Customer PO number"
    />
  )
}
