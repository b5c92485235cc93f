import { useParams } from 'react-router'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CountDetail } from './count-detail.tsx'
import { countPlace } from '#web/inventory/stock/record-places.ts'
import { RecordFailure, RecordSkeleton } from '#web/inventory/stock/record-loading.tsx'

export const record = countsApi.getCount

/** One count: how far it is, what it found, and what it does to the books. */
export default function CountPage() {
  const { id = '' } = useParams()
  const count = useApiQuery(record, { params: { id } })
  if (count.data) return <CountDetail key={id} count={count.data} />
  return count.error ? (
    <RecordFailure query={count} title="Stock count" place={countPlace} />
  ) : (
    <RecordSkeleton title="Stock count" />
  )
}
