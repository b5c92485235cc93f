import { useParams } from 'react-router'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { TransferDetail } from './transfer-detail.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { transferPlace } from '#web/records/record-places.ts'

export const record = transfersApi.getTransfer

/** A transfer: source, destination, lines and available actions. */
export default function TransferPage() {
  const { id = '' } = useParams()
  const transfer = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={transfer} place={transferPlace}>
      {(found) => <TransferDetail key={found.id} transfer={found} />}
    </RecordGate>
  )
}
