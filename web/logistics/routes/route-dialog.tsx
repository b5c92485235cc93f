import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { RouteInput, routesApi } from '#shared/logistics/routes/api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { type Driver, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useToday } from '#web/session/today.ts'
import { SelectField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = { date: string; driverId: string; vehicleId: string; startId: string; startsAt: string; notes: string }

const bodyOf = ({ vehicleId, ...values }: Values) => ({ ...values, vehicleId: vehicleId || null })

type RouteDialogProps = {
  /** The one to edit; without it a new one is added. */
  route?: Route
  onSaved?: (route: Route) => void
  close: () => void
}

/** Adds or edits a route: when, who, with what, from where. */
export function RouteDialog({ route: latest, onSaved, close }: RouteDialogProps) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [route] = useState(latest)
  const today = useToday()
  const drivers = useApiQuery(vehiclesApi.listDrivers, {})
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } })
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } })
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: RouteInput, bodyOf }),
    mode: 'onTouched',
    defaultValues: {
      date: route?.date ?? today,
      driverId: route?.driver.id ?? '',
      vehicleId: route?.vehicle?.id ?? '',
      startId: route?.start.id ?? '',
      startsAt: route?.startsAt ?? '08:00',
      notes: route?.notes ?? '',
    },
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Route) => {
      toast.success(route ? `${saved.number} saved` : `${saved.number} added`)
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(routesApi.createRoute, choices)
  const update = useApiMutation(routesApi.updateRoute, choices)
  const { errors, dirtyFields } = form.formState
  const date = useWatch({ control: form.control, name: 'date' })

  /** The usual vehicle and the first hour of whom was chosen, unless something else was typed. */
  function takeUsual(driver: Driver | undefined) {
    if (!driver || route) return
    if (!dirtyFields.vehicleId) form.setValue('vehicleId', driver.vehicle?.id ?? '')
    const hours = date && windowOn(driver.hours, date)
    if (hours && !dirtyFields.startsAt) form.setValue('startsAt', hours.from)
  }
  const driverField = form.register('driverId')
  return (
    <RecordDialog
      title={route ? `Edit ${route.number}` : 'Add route'}
      what="route"
      record={route}
      submitLabel={route ? 'Save route' : 'Add route'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, version) => {
        const body = bodyOf(values)
        if (!route) return create.submit({ body })
        update.submit({ params: { id: route.id }, body, version: version ?? route.version })
      }}
      close={close}
    >
      <FieldRow>
        <FormTextField label="Date" type="date" required control={form.control} name="date" />
        <FormTextField label="Leaves at" type="time" required control={form.control} name="startsAt" />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Driver"
          required
          {...driverField}
          // Its options come after the form: the browser would keep showing the first.
          key={`drivers ${drivers.data?.data.length ?? 0}`}
          defaultValue={form.getValues('driverId')}
          onChange={(event) => {
            void driverField.onChange(event)
            takeUsual(drivers.data?.data.find((driver) => driver.id === event.target.value))
          }}
          {...(drivers.data?.data.length === 0 && { help: 'There are no users with the role driver yet.' })}
          error={sentence('Driver', errors.driverId?.message)}
        >
          <option value="">Choose a driver</option>
          {drivers.data?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <FormSelectField
          label="Vehicle"
          control={form.control}
          name="vehicleId"
          key={`vehicles ${vehicles.data?.data.length ?? 0}`}
          defaultValue={form.getValues('vehicleId')}
        >
          <option value="">None</option>
          {vehicles.data?.data.map(({ id, name, plate }) => (
            <option key={id} value={id}>
              {[name, plate].filter(Boolean).join(', ')}
            </option>
          ))}
        </FormSelectField>
      </FieldRow>
      <FormSelectField
        label="Start"
        required
        help="The route leaves from here and comes back."
        control={form.control}
        name="startId"
        key={`locations ${locations.data?.data.length ?? 0}`}
        defaultValue={form.getValues('startId')}
      >
        <option value="">Choose a location</option>
        {locations.data?.data.map(({ id, name, type, latitude }) => (
          <option key={id} value={id}>
            {name} ({type}){latitude === null && ', no coordinates'}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField label="Notes" rows={2} help="The driver sees them." control={form.control} name="notes" />
    </RecordDialog>
  )
}
