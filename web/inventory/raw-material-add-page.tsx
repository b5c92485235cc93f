import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { NewRawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/record-loading.tsx'
import { RawMaterialForm } from '#web/inventory/raw-material-form.tsx'
import {
  copiedRawMaterial,
  newRawMaterial,
  rawMaterialBody,
  type RawMaterialValues,
} from '#web/inventory/raw-material-values.ts'
import { rawMaterialPlace } from '#web/inventory/record-places.ts'
import { paths } from '#web/paths.ts'
import { useDraft } from '#web/session/draft.tsx'
import { useCan } from '#web/session/session.ts'

const title = 'Add raw material'
const resolver = bodyResolver<RawMaterialValues>({
  schema: NewRawMaterial,
  bodyOf: (values) => rawMaterialBody(values),
})

/** Adds a raw material; `?copy=<id>` starts from another one. */
export default function RawMaterialAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const source = useApiQuery(
    rawMaterialsApi.getRawMaterial,
    { params: { id: copy ?? '' } },
    { enabled: copy !== undefined },
  )
  const mayEdit = useCan('rawmaterials.edit')
  if (!mayEdit) return <NoRight title={title} place={rawMaterialPlace} />
  if (copy === undefined) return <NewRawMaterialForm start={newRawMaterial} />
  if (source.data) return <NewRawMaterialForm start={copiedRawMaterial(source.data)} />
  if (source.error) return <RecordFailure query={source} title={title} place={rawMaterialPlace} />
  return <RecordSkeleton title={title} />
}

function NewRawMaterialForm({ start: given }: { start: RawMaterialValues }) {
  const [start] = useState(given)
  const form = useForm<RawMaterialValues>({ resolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form)
  const draft = useDraft('raw-material', form)
  const [savedTo, setSavedTo] = useState<string>()
  const create = useApiMutation(rawMaterialsApi.createRawMaterial, {
    errors: 'page',
    invalidates: [rawMaterialsApi.listRawMaterials, rawMaterialsApi.listMaterialTypes],
    onError: refusal.onError,
    onSuccess: ({ id, name }) => {
      toast.success(`${name} added`)
      form.reset(form.getValues())
      draft.forget()
      setSavedTo(paths.rawMaterial(id))
    },
  })
  return (
    <RawMaterialForm
      title={title}
      form={form}
      refusal={refusal}
      busy={create.isPending}
      notice={draft.notice}
      savedTo={savedTo}
      onSubmit={(values) => create.submit({ body: rawMaterialBody(values) })}
      onDiscard={() => {
        form.reset(start)
        draft.forget()
      }}
    />
  )
}
