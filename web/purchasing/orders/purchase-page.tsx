import { useParams } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { PurchaseDetail } from './purchase-detail.tsx'
import { PurchaseLoading } from './purchase-loading.tsx'

/** One purchase order: how it stands, what is next, and everything that belongs to it. */
export default function PurchasePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(purchasingApi.getPurchaseOrder, { params: { id } }, { untold: true })
  if (query.data) return <PurchaseDetail key={id} order={query.data} />
  return <PurchaseLoading title="Purchase order" query={query} />
}
