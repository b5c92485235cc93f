import { useParams } from 'react-router'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ReturnDetail } from './return-detail.tsx'
import { ReturnLoading } from './return-loading.tsx'

export const record = returnsApi.getReturn

/** One return: how it stands, what is next, and what the customer gets back. */
export default function ReturnPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  if (query.data) return <ReturnDetail key={id} found={query.data} />
  return <ReturnLoading title="Return" what="return" query={query} />
}
