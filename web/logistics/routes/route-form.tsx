import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
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
  /** The one that is edited. */
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

/** The form of a route, new or edited: when, who, with what, from where. */
export function RouteForm({ route, ...state }: RouteFormProps) {
  const { form } = state
  const { control } = form
  const drivers = useApiQuery(vehiclesApi.listDrivers, {}).data?.data
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } }).data?.data
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } }).data?.data
  const { dirtyFields } = form.formState
  const [date, driverId, vehicleId, startId] = useWatch({
    control,
    name: ['date', 'driverId', 'vehicleId', 'startId'],
  })
  const named = <One extends { id: string }>(all: readonly One[] | undefined, id: string) =>
    all?.find((one) => one.id === id)

  /** The usual vehicle and the first hour of whom was chosen, unless something else was typed. */
  function takeUsual(id: string) {
    const driver = named(drivers, id)
    if (!driver || route) return
    if (!dirtyFields.vehicleId) form.setValue('vehicleId', driver.vehicle?.id ?? '')
    const hours = date && windowOn(driver.hours, date)
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
        { label: 'Driver', value: named(drivers, driverId)?.name },
        { label: 'Vehicle', value: named(vehicles, vehicleId)?.name ?? 'Not set' },
        { label: 'Start', value: named(locations, startId)?.name },
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
          <FormSelectField
            control={control}
            name="driverId"
            label={labels.driverId}
            required
            // Its options come after the form: the browser would keep showing the first.
            key={`drivers ${drivers?.length ?? 0}`}
            defaultValue={driverId}
            rules={{ onChange: (event: { target: { value: string } }) => takeUsual(event.target.value) }}
            {...(drivers?.length === 0 && { help: <NoDrivers /> })}
          >
            <option value="">Choose a driver</option>
            {drivers?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormSelectField>
          <FormSelectField
            control={control}
            name="vehicleId"
            label={labels.vehicleId}
            key={`vehicles ${vehicles?.length ?? 0}`}
            defaultValue={vehicleId}
          >
            <option value="">None</option>
            {vehicles?.map(({ id, name, plate }) => (
              <option key={id} value={id}>
                {[name, plate].filter(Boolean).join(', ')}
              </option>
            ))}
          </FormSelectField>
          <FormSelectField
            control={control}
            name="startId"
            label={labels.startId}
            required
            help="The route starts and ends here."
            key={`locations ${locations?.length ?? 0}`}
            defaultValue={startId}
          >
            <option value="">Choose a location</option>
            {locations?.map(({ id, name, type, latitude }) => (
              <option key={id} value={id}>
                {name} ({type}){latitude === null && ', no coordinates'}
              </option>
            ))}
          </FormSelectField>
        </FieldRow>
      </Card>
      {route && route.routeStops.length > 0 && <StopLines route={route} />}
    </DocumentForm>
  )
}
