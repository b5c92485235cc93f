import { useParams } from 'react-router'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ReturnDetail } from './return-detail.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { returnPlace } from '#web/records/record-places.ts'

export const record = returnsApi.getReturn

/** A return: its status, available actions, and what the customer is credited. */
export default function ReturnPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={returnPlace}>
      {(found) => <ReturnDetail key={id} found={found} />}
    </RecordGate>
  )
}
