import { useParams } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { RouteDetail } from './route-detail.tsx'

export const record = routesApi.getRoute

/** One route: its stops in their order, where the driver is, and what is next. */
export default function RoutePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={routePlace}>
      {(route) => <RouteDetail key={route.id} route={route} />}
    </RecordGate>
  )
}
