import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { type PurchaseOrder, purchasingApi } from '#shared/purchasing/api.ts'
import { useConflict } from '#web/api/conflict.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { afterPurchase } from '#web/purchasing/purchase-changes.ts'
import { PurchaseForm } from '#web/purchasing/purchase-form.tsx'
import { PurchaseLoading } from '#web/purchasing/purchase-loading.tsx'
import {
  purchaseBody,
  purchaseField,
  purchaseResolver,
  type PurchaseValues,
  purchaseValues,
} from '#web/purchasing/purchase-values.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** Changes a draft. */
export default function PurchaseEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('purchaseOrders.edit')
  const [round, setRound] = useState(0)
  // As it is now, never as the cache remembers it.
  const query = useQuery({
    ...apiQuery(purchasingApi.getPurchaseOrder, { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!mayWrite) return <Navigate to={paths.purchaseOrder(id)} replace />
  if (!query.data || !query.isFetchedAfterMount) return <PurchaseLoading title="Edit purchase order" query={query} />
  return (
    <OpenedPurchase
      key={`${id} ${round}`}
      latest={query.data}
      onReload={() => void query.refetch().then(() => setRound(round + 1))}
    />
  )
}

type OpenedPurchaseProps = { latest: PurchaseOrder; onReload: () => void }

/** What was opened stays the base of the edit, whatever is loaded meanwhile. */
function OpenedPurchase({ latest, onReload }: OpenedPurchaseProps) {
  const [order] = useState(latest)
  if (order.status !== 'Draft') return <NoDraft order={order} />
  return <EditPurchaseForm order={order} onReload={onReload} />
}

function EditPurchaseForm({ order, onReload }: { order: PurchaseOrder; onReload: () => void }) {
  const form = useForm<PurchaseValues>({
    resolver: purchaseResolver,
    mode: 'onTouched',
    defaultValues: purchaseValues(order),
  })
  const refusal = useFormRefusal(form, (path) => purchaseField(path, form.getValues()))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(purchasingApi.updatePurchaseOrder, {
    errors: 'page',
    invalidates: afterPurchase,
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(`Purchase order ${order.number} saved`)
      setSavedTo(paths.purchaseOrder(order.id))
    },
  })
  const submit = (values: PurchaseValues, version = order.version) =>
    update.submit({ params: { id: order.id }, body: purchaseBody(values), version })
  const conflict = useConflict({
    record: order,
    what: 'order',
    refusal,
    isDirty: form.formState.isDirty,
    isSaving: update.isPending || savedTo !== undefined,
    reloads: [purchasingApi.getPurchaseOrder],
    onReload,
    onOverwrite: (version) => submit(form.getValues(), version),
  })
  return (
    <>
      <PurchaseForm
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

function NoDraft({ order }: { order: PurchaseOrder }) {
  return (
    <>
      <PageHeader title={`Edit ${order.number}`} />
      <Card>
        <EmptyState
          kind="no-permission"
          title={`The order is ${order.status.toLowerCase()}`}
          action={
            <Button asChild>
              <Link to={paths.purchaseOrder(order.id)}>Go to the order</Link>
            </Button>
          }
        >
          Only a draft can be changed. Put it back to draft first.
        </EmptyState>
      </Card>
    </>
  )
}
