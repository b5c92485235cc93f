import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { maxLimit } from '#shared/http/paging.ts'
import { type Driver, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'
import { DeliveryWindowsField } from '#web/crm/public/delivery-windows-field.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'

type Values = { hours: DeliveryWindow[]; vehicleId: string }
const bodyOf = ({ hours, vehicleId }: Values) => ({ hours, vehicleId: vehicleId || null })

const startOf = ({ hours, vehicle }: Driver): Values => ({ hours, vehicleId: vehicle?.id ?? '' })

/** Edits a driver's working hours and usual vehicle. */
export function DriverDialog({ driver: latest, close }: { driver: Driver; close: () => void }) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [driver] = useState(latest)
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: { limit: maxLimit } })
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: vehiclesApi.updateDriver.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: startOf(driver),
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(vehiclesApi.updateDriver, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success('Driver saved')
      close()
    },
  })
  return (
    <RecordDialog
      title={`Edit ${driver.name}`}
      description="Without working hours, Monday to Friday 08:00 to 17:00 is used."
      what="driver"
      record={driver}
      startOf={startOf}
      submitLabel="Save driver"
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(values, base = driver) =>
        save.submit({ params: { id: base.id }, body: bodyOf(values), version: base.version })
      }
      close={close}
    >
      <DeliveryWindowsField
        control={form.control}
        name="hours"
        legend="Working hours"
        none="Monday to Friday, 08:00 to 17:00."
      />
      <FormLoadedSelectField
        label="Default vehicle"
        control={form.control}
        name="vehicleId"
        query={vehicles}
        chosenName={driver.vehicle?.name}
      >
        <option value="">None</option>
        {vehicles.data?.data.map(({ id, name, plate }) => (
          <option key={id} value={id}>
            {[name, plate].filter(Boolean).join(', ')}
          </option>
        ))}
      </FormLoadedSelectField>
    </RecordDialog>
  )
}
