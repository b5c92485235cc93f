import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { RouteStatusBadge } from '#web/logistics/public/route-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { routePlace } from '#web/records/record-places.ts'
import { NoDrivers } from './plan-crews.tsx'
import { routeProgress } from './route-progress.ts'
import { StopLines } from './stop-lines.tsx'
import type { RouteValues } from './route-values.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { formatDay } from '#shared/format-day.ts'

type RouteFormProps = FormState<RouteValues> & {
  title: string
  /** The route to edit. */
  route?: Route
}

const labels = {
  date: 'Date',
  startsAt: 'Leaves at',
  driverId: 'Driver',
  vehicleId: 'Vehicle',
  startId: 'Start',
  notes: 'Notes',
}

/** The form of a new or edited route: date, driver, vehicle, start. */
export function RouteForm({ route, ...state }: RouteFormProps) {
  const { form } = state
  const { control } = form
  const allDrivers = useApiQuery(vehiclesApi.listDrivers, {})
  const allVehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } })
  const allLocations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } })
  const drivers = allDrivers.data?.data
  const vehicles = allVehicles.data?.data
  const locations = allLocations.data?.data
  const { dirtyFields } = form.formState
  const [date, driverId, vehicleId, startId] = useWatch({
    control,
    name: ['date', 'driverId', 'vehicleId', 'startId'],
  })
  const named = <One extends { id: string }>(all: readonly One[] | undefined, id: string) =>
    all?.find((one) => one.id === id)
  const { driver, vehicle, start } = route ?? {}

  /** Presets the chosen driver's usual vehicle and first working hour, unless the user has changed these fields. */
  function takeUsual(id: string) {
    const chosen = named(drivers, id)
    if (!chosen || route) return
    if (!dirtyFields.vehicleId) form.setValue('vehicleId', chosen.vehicle?.id ?? '')
    const hours = date && windowOn(chosen.hours, date)
    if (hours && !dirtyFields.startsAt) form.setValue('startsAt', hours.from)
  }
  return (
    <DocumentForm
      {...state}
      place={routePlace}
      trail={route && <Link to={paths.route(route.id)}>{route.number}</Link>}
      status={route && <RouteStatusBadge status={route.status} />}
      labels={labels}
      submitLabel={route ? 'Save changes' : 'Add route'}
      cancelTo={route ? paths.route(route.id) : paths.routes}
      progress={routeProgress(route)}
      facts={[
        { label: 'Driver', value: named(drivers, driverId)?.name ?? driver?.name },
        { label: 'Vehicle', value: vehicleId ? (named(vehicles, vehicleId)?.name ?? vehicle?.name) : 'Not set' },
        { label: 'Start', value: named(locations, startId)?.name ?? start?.name },
        { label: 'Date', value: /^\d{4}-\d{2}-\d{2}$/.test(date) && formatDay(date) },
      ]}
      rail={{
        shipment: (
          <Card title="Details">
            <div className="flex flex-col gap-4">
              <FormTextField control={control} name="startsAt" label={labels.startsAt} type="time" required />
              <FormTextAreaField
                control={control}
                name="notes"
                label={labels.notes}
                rows={3}
                help="Visible to the driver."
              />
            </div>
          </Card>
        ),
      }}
    >
      <Card title="Route">
        <FieldRow min="18rem">
          <FormTextField control={control} name="date" label={labels.date} type="date" required />
          <FormLoadedSelectField
            control={control}
            name="driverId"
            label={labels.driverId}
            required
            query={allDrivers}
            chosenName={driver?.name}
            onEntered={takeUsual}
            {...(drivers?.length === 0 && { help: <NoDrivers /> })}
          >
            <option value="">Choose a driver</option>
            {drivers?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormLoadedSelectField>
          <FormLoadedSelectField
            control={control}
            name="vehicleId"
            label={labels.vehicleId}
            query={allVehicles}
            chosenName={vehicle?.name}
          >
            <option value="">None</option>
            {vehicles?.map(({ id, name, plate }) => (
              <option key={id} value={id}>
                {[name, plate].filter(Boolean).join(', ')}
              </option>
            ))}
          </FormLoadedSelectField>
          <FormLoadedSelectField
            control={control}
            name="startId"
            label={labels.startId}
            required
            help="The route starts and ends here."
            query={allLocations}
            chosenName={start?.name}
          >
            <option value="">Choose a location</option>
            {locations?.map(({ id, name, type, latitude }) => (
              <option key={id} value={id}>
                {name} ({type}){latitude === null && ', no coordinates'}
              </option>
            ))}
          </FormLoadedSelectField>
        </FieldRow>
      </Card>
      {route && route.routeStops.length > 0 && <StopLines route={route} />}
    </DocumentForm>
  )
}
