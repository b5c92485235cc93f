import { routesApi } from '#shared/logistics/routes/api.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { NoRight } from '#web/records/record-gate.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { RouteForm } from './route-form.tsx'
import { newRoute, routeBody } from './route-values.ts'
import { useCan } from '#web/session/session.ts'
import { useToday } from '#web/session/today.ts'

const title = 'Add route'

/** Creates a route; stops are added on its own page. */
export default function RouteNewPage() {
  const mayEdit = useCan('routes.edit')
  const today = useToday()
  if (!mayEdit) return <NoRight title={title} place={routePlace} />
  return <NewRouteForm today={today} />
}

function NewRouteForm({ today }: { today: string }) {
  const route = useNewRecord({
    route: routesApi.createRoute,
    draft: 'route',
    start: newRoute(today),
    bodyOf: routeBody,
    successMessage: ({ number }) => `${number} added`,
    page: ({ id }) => paths.route(id),
  })
  return <RouteForm {...route} title={title} />
}
