import { useParams } from 'react-router'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CountDetail } from './count-detail.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { countPlace } from '#web/records/record-places.ts'

export const record = countsApi.getCount

/** One count: how far it is, what it found, and what it does to the books. */
export default function CountPage() {
  const { id = '' } = useParams()
  const count = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={count} place={countPlace}>
      {(found) => <CountDetail key={id} count={found} />}
    </RecordGate>
  )
}
