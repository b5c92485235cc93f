import { useParams } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { PurchaseDetail } from './purchase-detail.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

export const record = purchasingApi.getPurchaseOrder

/** A purchase order: its status, available actions, and all related records. */
export default function PurchasePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(purchasingApi.getPurchaseOrder, { params: { id } }, { untold: true })
  return (
    <RecordGate query={query} place={purchasePlace}>
      {(found) => <PurchaseDetail key={id} order={found} />}
    </RecordGate>
  )
}
