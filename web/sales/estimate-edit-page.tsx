import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { type Estimate, estimatesApi } from '#shared/sales/estimates-api.ts'
import { useConflict } from '#web/api/conflict.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { EstimateForm } from '#web/sales/estimate-form.tsx'
import { estimateReads } from '#web/sales/estimate-reads.ts'
import { estimateBody, estimateResolver, type EstimateValues, useSavedEstimate } from '#web/sales/estimate-values.ts'
import { OrderLoading } from '#web/sales/order-loading.tsx'
import { orderField } from '#web/sales/order-values.ts'
import { useCan } from '#web/session/session.ts'

/** Changes a draft. */
export default function EstimateEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('salesOrders.edit')
  const { query, estimate, values } = useSavedEstimate(id)
  const [round, setRound] = useState(0)
  if (!mayWrite) return <Navigate to={paths.estimate(id)} replace />
  if (!estimate || !values) return <OrderLoading title="Edit estimate" query={query} />
  if (estimate.status !== 'Draft') return <Navigate to={paths.estimate(id)} replace />
  return (
    <OpenedEstimate
      key={`${id} ${round}`}
      latest={estimate}
      start={values}
      onReload={() => void query.refetch().then(() => setRound(round + 1))}
    />
  )
}

type OpenedEstimateProps = { latest: Estimate; start: EstimateValues; onReload: () => void }

/** What was opened stays the base of the edit, whatever is loaded meanwhile. */
function OpenedEstimate({ latest, start: given, onReload }: OpenedEstimateProps) {
  const [estimate] = useState(latest)
  const [start] = useState(given)
  const form = useForm<EstimateValues>({ resolver: estimateResolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => orderField(path, form.getValues()))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(estimatesApi.updateEstimate, {
    errors: 'page',
    invalidates: estimateReads,
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(`Estimate ${estimate.number} saved`)
      setSavedTo(paths.estimate(estimate.id))
    },
  })
  const submit = (values: EstimateValues, version = estimate.version) =>
    update.submit({ params: { id: estimate.id }, body: estimateBody(values), version })
  const conflict = useConflict({
    record: estimate,
    what: 'estimate',
    refusal,
    isDirty: form.formState.isDirty,
    isSaving: update.isPending || savedTo !== undefined,
    reloads: [estimatesApi.getEstimate],
    onReload,
    onOverwrite: (version) => submit(form.getValues(), version),
  })
  return (
    <>
      <EstimateForm
        title={`Edit ${estimate.number}`}
        form={form}
        refusal={refusal}
        busy={update.isPending}
        estimate={estimate}
        notice={conflict.notice}
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      {conflict.dialog}
    </>
  )
}
