import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Vehicle, VehicleInput, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { FormCheckboxField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = {
  name: string
  plate: string
  maxKg: number | null
  maxPackages: number | null
  hasColdBox: boolean
  notes: string
}

type VehicleDialogProps = {
  /** The vehicle to edit; undefined adds a new one. */
  vehicle?: Vehicle
  close: () => void
}

const startOf = (vehicle?: Vehicle): Values => ({
  name: vehicle?.name ?? '',
  plate: vehicle?.plate ?? '',
  maxKg: vehicle?.maxKg ?? null,
  maxPackages: vehicle?.maxPackages ?? null,
  hasColdBox: vehicle?.hasColdBox ?? false,
  notes: vehicle?.notes ?? '',
})

/** Adds or edits a vehicle: name and capacity. */
export function VehicleDialog({ vehicle: latest, close }: VehicleDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [vehicle] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: VehicleInput }),
    mode: 'onTouched',
    defaultValues: startOf(vehicle),
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(vehicle ? 'Vehicle saved' : 'Vehicle added')
      close()
    },
  } as const
  const create = useApiMutation(vehiclesApi.createVehicle, choices)
  const update = useApiMutation(vehiclesApi.updateVehicle, choices)
  const limit = (name: 'maxKg' | 'maxPackages', label: string, unit: string) => (
    <FormNumberField control={form.control} name={name} label={label} unit={unit} help="Leave blank for no limit." />
  )
  return (
    <RecordDialog
      title={vehicle ? 'Edit vehicle' : 'Add vehicle'}
      what="vehicle"
      record={vehicle}
      startOf={startOf}
      submitLabel={vehicle ? 'Save vehicle' : 'Add vehicle'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, base) => {
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FieldRow>
        <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
        <FormTextField label="Plate" autoComplete="off" control={form.control} name="plate" />
      </FieldRow>
      <FieldRow>
        {limit('maxKg', 'Capacity by weight', 'kg')}
        {limit('maxPackages', 'Capacity by packages', 'packages')}
      </FieldRow>
      <FormCheckboxField label="Has a cold box" control={form.control} name="hasColdBox" />
      <FormTextAreaField label="Notes" rows={2} control={form.control} name="notes" />
    </RecordDialog>
  )
}
