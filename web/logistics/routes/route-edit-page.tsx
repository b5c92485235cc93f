import { useState } from 'react'
import { useParams } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { routePlace } from '#web/records/record-places.ts'
import { RouteForm } from './route-form.tsx'
import { routeBody, routeValues } from './route-values.ts'
import { useCan } from '#web/session/session.ts'

const title = 'Edit route'

/** The edit page of a planned route. */
export default function RouteEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('routes.edit')
  const { query, saved } = useSavedRecord(routesApi.getRoute, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={routePlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={routePlace} title={title} isForm>
      {(found) => <Opened key={round} latest={found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedProps = { latest: Route; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function Opened({ latest, onReload }: OpenedProps) {
  const [route] = useState(latest)
  if (route.status !== 'PLANNED')
    return (
      <NotOpen
        title={`Edit ${route.number}`}
        place={routePlace}
        status={routeStatusNames[route.status]}
        to={paths.route(route.id)}
      >
        Only planned routes can be changed.
      </NotOpen>
    )
  return <EditForm route={route} onReload={onReload} />
}

function EditForm({ route, onReload }: { route: Route; onReload: () => void }) {
  const { dialog, ...edit } = useEditedRecord({
    route: routesApi.updateRoute,
    record: route,
    what: 'route',
    startOf: routeValues,
    bodyOf: routeBody,
    successMessage: ({ number }) => `${number} saved`,
    page: ({ id }) => paths.route(id),
    onReload,
  })
  return (
    <>
      <RouteForm {...edit} title={`Edit ${route.number}`} route={route} />
      {dialog}
    </>
  )
}
