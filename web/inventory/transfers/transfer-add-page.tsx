import { useSearchParams } from 'react-router'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import { newTransfer, transferBody, transferField, type TransferValues, transferValues } from './transfer-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { transferPlace } from '#web/records/record-places.ts'

const title = 'Add transfer'

/** Adds a transfer; `?copy=<id>` starts from another one, `&back` reverses its direction. */
export default function TransferAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const source = useApiQuery(transfersApi.getTransfer, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  if (!mayEdit) return <NoRight title={title} place={transferPlace} />
  if (copy === undefined) return <NewTransferForm start={newTransfer} />
  return (
    <RecordGate query={source} place={transferPlace} title={title}>
      {(found) => <NewTransferForm start={copied(found, params.has('back'))} />}
    </RecordGate>
  )
}

/** The same goods again or, with `back`, in the other direction; without the lots, which are chosen anew. */
function copied(transfer: Transfer, back: boolean): TransferValues {
  const values = transferValues(transfer)
  const lines = values.lines.map((line) => ({ ...line, lotId: '' }))
  if (!back) return { ...values, note: '', lines }
  const arrived = transfer.transferLines.map(({ lots }) =>
    lots.reduce((sum, { quantity, received }) => sum + (received ?? quantity), 0),
  )
  const linesBack = lines
    .map((line, at) => ({ ...line, quantity: arrived[at] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  return {
    source: values.destination,
    destination: values.source,
    note: `Back from ${transfer.number}`,
    lines: linesBack.length > 0 ? linesBack : newTransfer.lines,
  }
}

function NewTransferForm({ start }: { start: TransferValues }) {
  const transfer = useNewRecord({
    route: transfersApi.createTransfer,
    draft: 'stock-transfer',
    start,
    bodyOf: transferBody,
    fieldOf: transferField,
    successMessage: ({ number }) => `Transfer ${number} saved`,
    page: ({ id }) => paths.stockTransfer(id),
  })
  return <TransferForm {...transfer} title={title} />
}
