import { useSearchParams } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/stock/record-loading.tsx'
import { transferPlace } from '#web/inventory/stock/record-places.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { TransferForm } from './transfer-form.tsx'
import { newTransfer, transferBody, transferField, type TransferValues, transferValues } from './transfer-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

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
  if (source.data) return <NewTransferForm start={copied(source.data, params.has('back'))} />
  if (source.error) return <RecordFailure query={source} title={title} place={transferPlace} />
  return <RecordSkeleton title={title} />
}

/** What the expiry radar suggests: `product`, `lot`, `quantity`, `from` and `to`. */
function SuggestedTransfer({ params }: { params: URLSearchParams }) {
  const id = params.get('product') ?? ''
  const product = useApiQuery(inventoryApi.getProduct, { params: { id } })
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } })
  if (product.error) return <RecordFailure query={product} title={title} place={transferPlace} />
  if (!product.data || !locations.data) return <RecordSkeleton title={title} />
  const location = (name: string) => {
    const found = locations.data.data.find((one) => one.id === params.get(name))
    return found ? { id: found.id, label: locationLabel(found) } : null
  }
  const line = {
    item: { id, label: product.data.name },
    lotId: params.get('lot') ?? '',
    quantity: Number(params.get('quantity')) || null,
  }
  return <NewTransferForm start={{ source: location('from'), destination: location('to'), note: '', lines: [line] }} />
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
    told: ({ number }) => `Transfer ${number} saved`,
    page: ({ id }) => paths.stockTransfer(id),
  })
  return <TransferForm {...transfer} title={title} />
}
