import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { salesApi } from '#shared/sales/api.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { aroundOrders } from '#web/sales/order-changes.ts'
import { OrderForm } from '#web/sales/order-form.tsx'
import { OrderLoading } from '#web/sales/order-loading.tsx'
import { orderResolver } from '#web/sales/order-resolver.ts'
import { useSavedOrder } from '#web/sales/saved-order.ts'
import { copiedOrder, newOrder, orderBody, orderField, type OrderValues } from '#web/sales/order-values.ts'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'

/** Writes an order; `?copy=<id>` starts from another one. */
export default function OrderNewPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const mayWrite = useCan('salesOrders.edit')
  const mayPrice = useCan('inventory.edit')
  const source = useSavedOrder(copy)
  if (!mayWrite) return <Navigate to={paths.orders} replace />
  if (copy === undefined) return <NewOrderForm start={newOrder} />
  if (!source.values) return <OrderLoading title="New order" query={source.query} />
  return <NewOrderForm start={copiedOrder(source.values, mayPrice)} />
}

function NewOrderForm({ start: given }: { start: OrderValues }) {
  const [start] = useState(given)
  const form = useForm<OrderValues>({ resolver: orderResolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => orderField(path, form.getValues()))
  const draft = useDraft('priced-sales-order', form)
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(salesApi.createOrder, {
    errors: 'page',
    invalidates: aroundOrders,
    onError: refusal.onError,
    onSuccess: (order) => {
      toast.success(`Order ${order.number} saved`)
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(paths.order(order.id))
    },
  })
  return (
    <OrderForm
      title="New order"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: orderBody(values) })}
      onDiscard={() => {
        form.reset(start)
        draft.forget()
      }}
    />
  )
}
