import { useSearchParams } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { TransferForm } from './transfer-form.tsx'
import { newTransfer, transferBody, transferField, type TransferValues, transferValues } from './transfer-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { locationPlace, productPlace, transferPlace } from '#web/records/record-places.ts'

const title = 'Add transfer'

/** Writes a transfer; `?copy=<id>` starts from another one, `&back` from its way back, `?product=` from the expiry radar. */
export default function TransferAddPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const source = useApiQuery(transfersApi.getTransfer, { params: { id: copy ?? '' } }, { enabled: copy !== undefined })
  const mayEdit = useCan('inventory.edit')
  if (!mayEdit) return <NoRight title={title} place={transferPlace} />
  if (copy === undefined && params.has('product')) return <SuggestedTransfer params={params} />
  if (copy === undefined) return <NewTransferForm start={newTransfer} />
  return (
    <RecordGate query={source} place={transferPlace} title={title}>
      {(found) => <NewTransferForm start={copied(found, params.has('back'))} />}
    </RecordGate>
  )
}

/** What the expiry radar suggests: `product`, `lot`, `quantity`, `from` and `to`. */
function SuggestedTransfer({ params }: { params: URLSearchParams }) {
  const id = params.get('product') ?? ''
  const product = useApiQuery(inventoryApi.getProduct, { params: { id } })
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } })
  const location = (name: string) => {
    const found = locations.data?.data.find((one) => one.id === params.get(name))
    return found ? { id: found.id, label: locationLabel(found) } : null
  }
  const lineOf = (label: string) => ({
    item: { id, label },
    lotId: params.get('lot') ?? '',
    quantity: Number(params.get('quantity')) || null,
  })
  const start = { source: location('from'), destination: location('to'), note: '' }
  return (
    <RecordGate query={product} place={productPlace} title={title}>
      {({ name }) => (
        <RecordGate query={locations} place={locationPlace} title={title}>
          {() => <NewTransferForm start={{ ...start, lines: [lineOf(name)] }} />}
        </RecordGate>
      )}
    </RecordGate>
  )
}

/** The same goods again, or what arrived on its way back; the lots are chosen anew. */
function copied(transfer: Transfer, back: boolean): TransferValues {
  const values = transferValues(transfer)
  const lines = values.lines.map((line) => ({ ...line, lotId: '' }))
  return back
    ? { source: values.destination, destination: values.source, note: `Back from ${transfer.number}`, lines }
    : { ...values, note: '', lines }
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
