import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { kitsApi, NewKit } from '#shared/inventory/kits-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { aroundKits } from '#web/inventory/kit-changes.ts'
import { KitForm } from '#web/inventory/kit-form.tsx'
import { kitField, type KitValues, kitValues, newKit, newKitBody } from '#web/inventory/kit-values.ts'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/record-loading.tsx'
import { kitPlace } from '#web/inventory/record-places.ts'
import { paths } from '#web/paths.ts'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'

const title = 'Add kit'

/** Adds a kit and, with a quantity, the order to pack it; `?copy=<id>` starts from another one. */
export default function KitAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const source = useApiQuery(kitsApi.getKit, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  if (!mayEdit) return <NoRight title={title} place={kitPlace} />
  if (copy === undefined) return <NewKitForm start={newKit} />
  if (source.data) {
    const values = kitValues(source.data)
    return <NewKitForm start={{ ...values, name: `${values.name} (copy)`, sku: '' }} />
  }
  if (source.error) return <RecordFailure query={source} title={title} place={kitPlace} />
  return <RecordSkeleton title={title} />
}

function NewKitForm({ start: given }: { start: KitValues }) {
  const [start] = useState(given)
  const form = useForm<KitValues>({
    resolver: (values, context, options) =>
      bodyResolver<KitValues>({
        schema: NewKit,
        bodyOf: newKitBody,
        fieldOf: (path) => kitField(path, values),
      })(values, context, options),
    mode: 'onTouched',
    defaultValues: start,
  })
  const refusal = useFormRefusal(form, (path) => kitField(path, form.getValues()))
  const draft = useDraft('kit', form)
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(kitsApi.createKit, {
    errors: 'page',
    invalidates: aroundKits,
    onError: refusal.onError,
    onSuccess: ({ kit, orderId }) => {
      toast.success(`${kit.name} added`)
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(orderId === null ? paths.kit(kit.id) : paths.kitOrder(orderId))
    },
  })
  return (
    <KitForm
      title={title}
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: newKitBody(values) })}
      onDiscard={() => {
        form.reset(start)
        draft.forget()
      }}
    />
  )
}
