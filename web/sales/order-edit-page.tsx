import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { type Order, salesApi } from '#shared/sales/api.ts'
import { orderStatusNames } from '#shared/sales/order-moves.ts'
import { useConflict } from '#web/api/conflict.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { afterOrderChange } from '#web/sales/order-changes.ts'
import { OrderForm } from '#web/sales/order-form.tsx'
import { OrderLoading } from '#web/sales/order-loading.tsx'
import { orderResolver } from '#web/sales/order-resolver.ts'
import { orderBody, orderField, type OrderValues } from '#web/sales/order-values.ts'
import { useSavedOrder } from '#web/sales/saved-order.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** Changes a pending order. */
export default function OrderEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('salesOrders.edit')
  const { query, order, values } = useSavedOrder(id)
  const [round, setRound] = useState(0)
  if (!mayWrite) return <Navigate to={paths.order(id)} replace />
  if (!order || !values) return <OrderLoading title="Edit order" query={query} />
  return (
    <OpenedOrder
      key={`${id} ${round}`}
      latest={order}
      start={values}
      onReload={() => void query.refetch().then(() => setRound(round + 1))}
    />
  )
}

type OpenedOrderProps = { latest: Order; start: OrderValues; onReload: () => void }

/** What was opened stays the base of the edit, whatever is loaded meanwhile. */
function OpenedOrder({ latest, start, onReload }: OpenedOrderProps) {
  const [order] = useState(latest)
  const [values] = useState(start)
  if (order.status !== 'PENDING') return <NotPending order={order} />
  return <EditOrderForm order={order} start={values} onReload={onReload} />
}

type EditOrderFormProps = { order: Order; start: OrderValues; onReload: () => void }

function EditOrderForm({ order, start, onReload }: EditOrderFormProps) {
  const form = useForm<OrderValues>({ resolver: orderResolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => orderField(path, form.getValues()))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(salesApi.updateOrder, {
    errors: 'page',
    invalidates: afterOrderChange,
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(`Order ${order.number} saved`)
      setSavedTo(paths.order(order.id))
    },
  })
  const submit = (values: OrderValues, version = order.version) =>
    update.submit({ params: { id: order.id }, body: orderBody(values), version })
  const conflict = useConflict({
    record: order,
    what: 'order',
    refusal,
    isDirty: form.formState.isDirty,
    isSaving: update.isPending || savedTo !== undefined,
    reloads: [salesApi.getOrder],
    onReload,
    onOverwrite: (version) => submit(form.getValues(), version),
  })
  return (
    <>
      <OrderForm
        title={`Edit ${order.number}`}
        form={form}
        refusal={refusal}
        busy={update.isPending}
        order={order}
        notice={conflict.notice}
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      {conflict.dialog}
    </>
  )
}

function NotPending({ order }: { order: Order }) {
  return (
    <>
      <PageHeader title={`Edit ${order.number}`} />
      <Card>
        <EmptyState
          kind="no-permission"
          title={`The order is ${orderStatusNames[order.status].toLowerCase()}`}
          action={
            <Button asChild>
              <Link to={paths.order(order.id)}>Go to the order</Link>
            </Button>
          }
        >
          Only a pending order can be changed. Put it back to pending first.
        </EmptyState>
      </Card>
    </>
  )
}
