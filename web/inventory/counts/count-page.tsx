import { useParams } from 'react-router'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CountDetail } from './count-detail.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { countPlace } from '#web/records/record-places.ts'

export const record = countsApi.getCount

/** A count: its progress, its results, and what posting it changes. */
export default function CountPage() {
  const { id = '' } = useParams()
  const count = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={count} place={countPlace}>
      {(found) => <CountDetail key={id} count={found} />}
    </RecordGate>
  )
}
