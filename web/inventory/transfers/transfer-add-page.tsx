import { useSearchParams } from 'react-router'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import {
  newTransfer,
  transferBody,
  transferField,
  type TransferLineValues,
  type TransferValues,
  transferValues,
} from './transfer-values.ts'
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

/** The same goods again, without the lots, which are chosen anew; or, with `back`, what arrived in the other direction. */
function copied(transfer: Transfer, back: boolean): TransferValues {
  const values = transferValues(transfer)
  if (!back) return { ...values, note: '', lines: values.lines.map((line) => ({ ...line, lotId: '' })) }
  const lines = linesBack(transfer)
  return {
    source: values.destination,
    destination: values.source,
    note: `Back from ${transfer.number}`,
    lines: lines.length > 0 ? lines : newTransfer.lines,
  }
}

/** A line for each lot that arrived: the destination may have others, which expire earlier. */
const linesBack = (transfer: Transfer): TransferLineValues[] =>
  transfer.transferLines.flatMap(({ item, lots }) =>
    lots
      .map(({ lotId, quantity, received }) => ({
        item: { id: item.id, label: item.name },
        lotId: lotId === item.id ? '' : lotId,
        quantity: received ?? quantity,
      }))
      .filter((line) => line.quantity > 0),
  )

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
