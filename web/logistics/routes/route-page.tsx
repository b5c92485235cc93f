import { useParams } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { RouteDetail } from './route-detail.tsx'

export const record = routesApi.getRoute

/** A route: its stops in order, the driver's position, and the available actions. */
export default function RoutePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={routePlace}>
      {(route) => <RouteDetail key={route.id} route={route} />}
    </RecordGate>
  )
}
