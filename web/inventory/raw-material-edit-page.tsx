import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { type RawMaterial, RawMaterialChange, rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { ConflictDialog } from '#web/api/conflict-dialog.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/record-loading.tsx'
import { RawMaterialForm } from '#web/inventory/raw-material-form.tsx'
import { rawMaterialBody, rawMaterialValues, type RawMaterialValues } from '#web/inventory/raw-material-values.ts'
import { rawMaterialPlace } from '#web/inventory/record-places.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

const title = 'Edit raw material'

/** Changes a raw material. It opens with what is saved now, never with what the cache remembers. */
export default function RawMaterialEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('rawmaterials.edit')
  const material = useQuery({
    ...apiQuery(rawMaterialsApi.getRawMaterial, { params: { id } }),
    enabled: mayEdit,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (!mayEdit) return <NoRight title={title} place={rawMaterialPlace} />
  if (material.error) return <RecordFailure query={material} title={title} place={rawMaterialPlace} />
  if (!material.data || !material.isFetchedAfterMount) return <RecordSkeleton title={title} />
  return (
    <EditForm
      key={`${id} ${round}`}
      saved={material.data}
      onReload={() => void material.refetch().then(() => setRound(round + 1))}
    />
  )
}

function EditForm({ saved, onReload }: { saved: RawMaterial; onReload: () => void }) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [material] = useState(saved)
  const bodyOf = (values: RawMaterialValues) => rawMaterialBody(values, material.quantity)
  const form = useForm<RawMaterialValues>({
    resolver: bodyResolver({ schema: RawMaterialChange, bodyOf }),
    mode: 'onTouched',
    defaultValues: rawMaterialValues(material),
  })
  const refusal = useFormRefusal(form)
  const [savedTo, setSavedTo] = useState<string>()
  const { listRawMaterials, listMaterialTypes, getRawMaterial, listStockHistory } = rawMaterialsApi
  const update = useApiMutation(rawMaterialsApi.updateRawMaterial, {
    errors: 'page',
    invalidates: [listRawMaterials, listMaterialTypes, getRawMaterial, listStockHistory],
    onError: refusal.onError,
    onSuccess: ({ name }) => {
      toast.success(`${name} saved`)
      setSavedTo(paths.rawMaterial(material.id))
    },
  })
  const submit = (values: RawMaterialValues, version = material.version) =>
    update.submit({ params: { id: material.id }, body: bodyOf(values), version })
  return (
    <>
      <RawMaterialForm
        title={title}
        form={form}
        refusal={refusal}
        busy={update.isPending}
        material={material}
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      <ConflictDialog
        open={refusal.conflict !== undefined}
        what="raw material"
        onReload={onReload}
        onOverwrite={() => {
          const version = refusal.conflict
          refusal.clear()
          submit(form.getValues(), version)
        }}
        onClose={refusal.clear}
      />
    </>
  )
}
