import { useSearchParams } from 'react-router'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { KitForm } from './kit-form.tsx'
import { kitField, type KitValues, kitValues, newKit, newKitBody } from './kit-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { kitPlace } from '#web/records/record-places.ts'

const title = 'Add kit'

/** Adds a kit and, with a quantity, the order to pack it; `?copy=<id>` starts from another one. */
export default function KitAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const source = useApiQuery(kitsApi.getKit, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  if (!mayEdit) return <NoRight title={title} place={kitPlace} />
  if (copy === undefined) return <NewKitForm start={newKit} />
  return (
    <RecordGate query={source} place={kitPlace} title={title}>
      {(found) => {
        const values = kitValues(found)
        return <NewKitForm start={{ ...values, name: `${values.name} (copy)`, sku: '' }} />
      }}
    </RecordGate>
  )
}

function NewKitForm({ start }: { start: KitValues }) {
  const kit = useNewRecord({
    route: kitsApi.createKit,
    draft: 'kit',
    start,
    bodyOf: newKitBody,
    fieldOf: kitField,
    successMessage: ({ kit: { name } }) => `${name} added`,
    page: ({ kit: { id }, orderId }) => (orderId === null ? paths.kit(id) : paths.kitOrder(orderId)),
  })
  return <KitForm {...kit} title={title} />
}
