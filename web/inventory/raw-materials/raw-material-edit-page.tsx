import { useState } from 'react'
import { useParams } from 'react-router'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { RawMaterialForm } from './raw-material-form.tsx'
import { rawMaterialBody, rawMaterialValues, type RawMaterialValues } from './raw-material-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { rawMaterialPlace } from '#web/records/record-places.ts'

const title = 'Edit raw material'

/** The edit page of a raw material. The form starts from a fresh response, never from the cache. */
export default function RawMaterialEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('rawmaterials.edit')
  const { query, saved } = useSavedRecord(rawMaterialsApi.getRawMaterial, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={rawMaterialPlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={rawMaterialPlace} title={title} isForm>
      {(found) => <EditForm key={round} saved={found} onReload={onReload} />}
    </RecordGate>
  )
}

function EditForm({ saved, onReload }: { saved: RawMaterial; onReload: () => void }) {
  const [material] = useState(saved)
  const { dialog, ...edit } = useEditedRecord<
    RawMaterialValues,
    typeof rawMaterialsApi.updateRawMaterial.spec,
    RawMaterial
  >({
    route: rawMaterialsApi.updateRawMaterial,
    record: material,
    what: 'raw material',
    startOf: rawMaterialValues,
    bodyOf: (values, { quantity }) => rawMaterialBody(values, quantity),
    successMessage: ({ name }) => `${name} saved`,
    page: ({ id }) => paths.rawMaterial(id),
    onReload,
  })
  return (
    <>
      <RawMaterialForm {...edit} title={title} material={material} />
      {dialog}
    </>
  )
}
