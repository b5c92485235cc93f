import { useState } from 'react'
import { useParams } from 'react-router'
import { documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import { blankTransferLine, transferBody, transferField, transferTables, transferValues } from './transfer-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { transferPlace } from '#web/records/record-places.ts'

const title = 'Edit transfer'

/** The edit page of a pending transfer. The form starts from a fresh response, never from the cache. */
export default function TransferEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const { query, saved } = useSavedRecord(transfersApi.getTransfer, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={transferPlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={transferPlace} title={title} isForm>
      {(found) => <Opened key={round} saved={found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedProps = { saved: Transfer; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function Opened({ saved, onReload }: OpenedProps) {
  const [transfer] = useState(saved)
  if (transfer.status !== 'pending' || transfer.dispatchedAt !== null)
    return (
      <NotOpen
        title={`Edit ${transfer.number}`}
        place={transferPlace}
        status={transfer.status === 'pending' ? 'in transit' : documentStatusNames[transfer.status]}
        to={paths.stockTransfer(transfer.id)}
      >
        Only pending transfers that have not been shipped can be changed.
      </NotOpen>
    )
  return <EditForm transfer={transfer} onReload={onReload} />
}

function EditForm({ transfer, onReload }: { transfer: Transfer; onReload: () => void }) {
  const { dialog, ...edit } = useEditedRecord({
    route: transfersApi.updateTransfer,
    record: transfer,
    what: 'transfer',
    startOf: transferValues,
    blank: { lines: [blankTransferLine] },
    tables: transferTables,
    bodyOf: transferBody,
    fieldOf: transferField,
    successMessage: ({ number }) => `Transfer ${number} saved`,
    page: ({ id }) => paths.stockTransfer(id),
    onReload,
  })
  return (
    <>
      <TransferForm {...edit} title={`Edit ${transfer.number}`} transfer={transfer} />
      {dialog}
    </>
  )
}
