import { useSearchParams } from 'react-router'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { RawMaterialForm } from './raw-material-form.tsx'
import { copiedRawMaterial, newRawMaterial, rawMaterialBody, type RawMaterialValues } from './raw-material-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { rawMaterialPlace } from '#web/records/record-places.ts'

const title = 'Add raw material'

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
  return (
    <RecordGate query={source} place={rawMaterialPlace} title={title}>
      {(found) => <NewRawMaterialForm start={copiedRawMaterial(found)} />}
    </RecordGate>
  )
}

function NewRawMaterialForm({ start }: { start: RawMaterialValues }) {
  const material = useNewRecord<RawMaterialValues, typeof rawMaterialsApi.createRawMaterial.spec>({
    route: rawMaterialsApi.createRawMaterial,
    draft: 'raw-material',
    start,
    bodyOf: (values) => rawMaterialBody(values),
    successMessage: ({ name }) => `${name} added`,
    page: ({ id }) => paths.rawMaterial(id),
  })
  return <RawMaterialForm {...material} title={title} />
}
