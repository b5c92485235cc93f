import { useSearchParams } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { copiedPurchase, newPurchase, purchaseBody, purchaseField, type PurchaseValues } from './purchase-values.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { purchasePlace, supplierPlace } from '#web/records/record-places.ts'

const title = 'New purchase order'

/** Creates a purchase order; `?copy=<id>` starts from another one, `?supplier=<id>` with its supplier. */
export default function PurchaseNewPage() {
  const [params] = useSearchParams()
  const [copy, supplier] = [params.get('copy') ?? '', params.get('supplier') ?? '']
  const mayWrite = useCan('purchaseOrders.edit')
  const source = useApiQuery(purchasingApi.getPurchaseOrder, { params: { id: copy } }, { enabled: copy !== '' })
  const named = useApiQuery(crmApi.getSupplier, { params: { id: supplier } }, { enabled: supplier !== '' })
  if (!mayWrite) return <NoRight title={title} place={purchasePlace} />
  if (copy !== '') {
    return (
      <RecordGate query={source} place={purchasePlace} title={title}>
        {(found) => <NewPurchaseForm start={copiedPurchase(found)} />}
      </RecordGate>
    )
  }
  if (supplier !== '') {
    return (
      <RecordGate query={named} place={supplierPlace} title={title}>
        {({ name }) => <NewPurchaseForm start={{ ...newPurchase, supplier: { id: supplier, label: name } }} />}
      </RecordGate>
    )
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
    successMessage: ({ number }) => `Purchase order ${number} saved as a draft`,
    page: ({ id }) => paths.purchaseOrder(id),
  })
  return <PurchaseForm {...order} title={title} />
}
