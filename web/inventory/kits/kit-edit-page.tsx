import { useState } from 'react'
import { useParams } from 'react-router'
import { type Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { KitForm } from './kit-form.tsx'
import { blankPart, kitBody, kitField, kitTables, kitValues } from './kit-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { kitPlace } from '#web/records/record-places.ts'

const title = 'Edit kit'

/** The edit page of a kit. The form starts from a fresh response, never from the cache. */
export default function KitEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const { query, saved } = useSavedRecord(kitsApi.getKit, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={kitPlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={kitPlace} title={title} isForm>
      {(found) => <EditForm key={round} saved={found} onReload={onReload} />}
    </RecordGate>
  )
}

function EditForm({ saved, onReload }: { saved: Kit; onReload: () => void }) {
  const [kit] = useState(saved)
  const { dialog, ...edit } = useEditedRecord({
    route: kitsApi.updateKit,
    record: kit,
    what: 'kit',
    startOf: kitValues,
    blank: { components: [blankPart] },
    tables: kitTables,
    bodyOf: kitBody,
    fieldOf: kitField,
    successMessage: ({ name }) => `${name} saved`,
    page: ({ id }) => paths.kit(id),
    onReload,
  })
  return (
    <>
      <KitForm {...edit} title={title} kit={kit} />
      {dialog}
    </>
  )
}
