import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { crmApi } from '#shared/crm/api.ts'
import { purchasingApi } from '#shared/purchasing/api.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { aroundPurchases } from '#web/purchasing/purchase-changes.ts'
import { PurchaseForm } from '#web/purchasing/purchase-form.tsx'
import { PurchaseLoading } from '#web/purchasing/purchase-loading.tsx'
import {
  copiedPurchase,
  newPurchase,
  purchaseBody,
  purchaseField,
  purchaseResolver,
  type PurchaseValues,
} from '#web/purchasing/purchase-values.ts'
import { useDraft } from '#web/session/draft.tsx'
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

function NewPurchaseForm({ start: given }: { start: PurchaseValues }) {
  const [start] = useState(given)
  const form = useForm<PurchaseValues>({ resolver: purchaseResolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => purchaseField(path, form.getValues()))
  const draft = useDraft('purchase-order', form)
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(purchasingApi.createPurchaseOrder, {
    errors: 'page',
    invalidates: aroundPurchases,
    onError: refusal.onError,
    onSuccess: (order) => {
      toast.success(`Purchase order ${order.number} saved as a draft`)
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(paths.purchaseOrder(order.id))
    },
  })
  return (
    <PurchaseForm
      title="New purchase order"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: purchaseBody(values) })}
      onDiscard={() => {
        form.reset(start)
        draft.forget()
      }}
    />
  )
}
