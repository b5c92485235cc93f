import { useParams } from 'react-router'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordFailure, RecordSkeleton } from '#web/inventory/stock/record-loading.tsx'
import { transferPlace } from '#web/inventory/stock/record-places.ts'
import { TransferDetail } from './transfer-detail.tsx'

export const record = transfersApi.getTransfer

/** One transfer: from where, to where, what, and what is next. */
export default function TransferPage() {
  const { id = '' } = useParams()
  const transfer = useApiQuery(record, { params: { id } })
  if (transfer.data) return <TransferDetail key={transfer.data.id} transfer={transfer.data} />
  if (transfer.error) return <RecordFailure query={transfer} title="Stock transfer" place={transferPlace} />
  return <RecordSkeleton title="Stock transfer" />
}
