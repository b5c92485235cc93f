import { useState } from 'react'
import { useParams } from 'react-router'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useEditedRecord, useRounds } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { EstimateForm } from './estimate-form.tsx'
import { estimateBody, type EstimateValues, useSavedEstimate } from './estimate-values.ts'
import { orderTables } from '#web/sales/order-editor/order-tables.ts'
import { blankLine, orderAsOne, orderField } from '#web/sales/order-editor/order-values.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { estimatePlace } from '#web/records/record-places.ts'

const title = 'Edit estimate'

/** The edit page of a draft estimate. */
export default function EstimateEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('salesOrders.edit')
  const { query, estimate, startOf } = useSavedEstimate(id)
  const { round, onReload } = useRounds(id, query)
  if (!mayWrite) return <NoRight title={title} place={estimatePlace} />
  return (
    <RecordGate
      query={{ ...query, data: estimate && startOf && { estimate, startOf } }}
      place={estimatePlace}
      title={title}
      isForm
    >
      {(found) => <OpenedEstimate key={round} {...found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedEstimateProps = { estimate: Estimate; startOf: (estimate: Estimate) => EstimateValues; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function OpenedEstimate({ onReload, ...found }: OpenedEstimateProps) {
  const [{ estimate, startOf }] = useState(found)
  if (estimate.status !== 'Draft')
    return (
      <NotOpen
        title={`Edit ${estimate.number}`}
        place={estimatePlace}
        status={estimate.status}
        to={paths.estimate(estimate.id)}
      >
        Only a draft can be changed. Create a revision instead.
      </NotOpen>
    )
  return <EditEstimateForm estimate={estimate} startOf={startOf} onReload={onReload} />
}

function EditEstimateForm({ estimate, startOf, onReload }: OpenedEstimateProps) {
  const { dialog, ...edit } = useEditedRecord({
    route: estimatesApi.updateEstimate,
    record: estimate,
    what: 'estimate',
    startOf,
    asOne: orderAsOne,
    blank: { lines: [blankLine] },
    tables: orderTables,
    bodyOf: estimateBody,
    fieldOf: orderField,
    successMessage: ({ number }) => `Estimate ${number} saved`,
    page: ({ id }) => paths.estimate(id),
    onReload,
  })
  return (
    <>
      <EstimateForm {...edit} title={`Edit ${estimate.number}`} estimate={estimate} />
      {dialog}
    </>
  )
}
