import { Navigate, useSearchParams } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { PurchaseLoading } from './purchase-loading.tsx'
import { copiedPurchase, newPurchase, purchaseBody, purchaseField, type PurchaseValues } from './purchase-values.ts'
import { useCan } from '#web/session/session.ts'

/** Writes a purchase order; `?copy=<id>` starts from another one, `?supplier=<id>` with its supplier. */
export default function PurchaseNewPage() {
  const [params] = useSearchParams()
  const [copy, supplier] = [params.get('copy') ?? '', params.get('supplier') ?? '']
  const mayWrite = useCan('purchaseOrders.edit')
  const source = useApiQuery(purchasingApi.getPurchaseOrder, { params: { id: copy } }, { enabled: copy !== '' })
  const named = useApiQuery(crmApi.getSupplier, { params: { id: supplier } }, { enabled: supplier !== '' })
  if (!mayWrite) return <Navigate to={paths.purchaseOrders} replace />
  if (copy !== '') {
    if (!source.data) return <PurchaseLoading title="New purchase order" query={source} />
    return <NewPurchaseForm start={copiedPurchase(source.data)} />
  }
  if (supplier !== '') {
    if (!named.data) return <PurchaseLoading title="New purchase order" query={named} />
    return <NewPurchaseForm start={{ ...newPurchase, supplier: { id: supplier, label: named.data.name } }} />
  }
  return <NewPurchaseForm start={newPurchase} />
}

function NewPurchaseForm({ start }: { start: PurchaseValues }) {
  const order = useNewRecord({
    route: purchasingApi.createPurchaseOrder,
    draft: 'purchase-order',
    start,
    bodyOf: purchaseBody,
    fieldOf: purchaseField,
    told: ({ number }) => `Purchase order ${number} saved as a draft`,
    page: ({ id }) => paths.purchaseOrder(id),
  })
  return <PurchaseForm {...order} title="New purchase order" />
}
