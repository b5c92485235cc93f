import { useParams } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { orderPlace } from '#web/records/record-places.ts'
import { OrderDetail } from './order-detail.tsx'

export const record = salesApi.getOrder

/** A sales order: its status, available actions, and all related records. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={orderPlace}>
      {(order) => <OrderDetail key={order.id} order={order} />}
    </RecordGate>
  )
}
