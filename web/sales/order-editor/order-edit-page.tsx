import { useState } from 'react'
import { useParams } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { useEditedRecord, useRounds } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { OrderForm } from './order-form.tsx'
import { orderTables } from './order-tables.ts'
import { blankLine, orderAsOne, orderBody, orderField, type OrderValues } from './order-values.ts'
import { useSavedOrder } from './saved-order.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { orderPlace } from '#web/records/record-places.ts'

const title = 'Edit sales order'

/** The edit page of a pending order. */
export default function OrderEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('salesOrders.edit')
  const { query, order, startOf } = useSavedOrder(id)
  const { round, onReload } = useRounds(id, query)
  if (!mayWrite) return <NoRight title={title} place={orderPlace} />
  return (
    <RecordGate
      query={{ ...query, data: order && startOf && { order, startOf } }}
      place={orderPlace}
      title={title}
      isForm
    >
      {(found) => <OpenedOrder key={round} {...found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedOrderProps = { order: Order; startOf: (order: Order) => OrderValues; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function OpenedOrder({ onReload, ...found }: OpenedOrderProps) {
  const [{ order, startOf }] = useState(found)
  if (order.status !== 'PENDING')
    return (
      <NotOpen
        title={`Edit ${order.number}`}
        place={orderPlace}
        status={orderStatusNames[order.status]}
        to={paths.order(order.id)}
      >
        Only pending orders can be changed. Move it back to pending first.
      </NotOpen>
    )
  return <EditOrderForm order={order} startOf={startOf} onReload={onReload} />
}

type EditOrderFormProps = { order: Order; startOf: (order: Order) => OrderValues; onReload: () => void }

function EditOrderForm({ order, startOf, onReload }: EditOrderFormProps) {
  const { dialog, ...edit } = useEditedRecord({
    route: salesApi.updateOrder,
    record: order,
    what: 'order',
    startOf,
    asOne: orderAsOne,
    blank: { lines: [blankLine] },
    tables: orderTables,
    bodyOf: orderBody,
    fieldOf: orderField,
    successMessage: ({ number }) => `Order ${number} saved`,
    page: ({ id }) => paths.order(id),
    onReload,
  })
  return (
    <>
      <OrderForm {...edit} title={`Edit ${order.number}`} order={order} />
      {dialog}
    </>
  )
}
