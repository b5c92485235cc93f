import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Vehicle, VehicleInput, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = {
  name: string
  plate: string
  maxKg: number | null
  maxPackages: number | null
  hasColdBox: boolean
  notes: string
}

type VehicleDialogProps = {
  /** The one to edit; without it a new one is added. */
  vehicle?: Vehicle
  close: () => void
}

/** Adds or edits a vehicle: its name, and how much it takes. */
export function VehicleDialog({ vehicle: latest, close }: VehicleDialogProps) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [vehicle] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: VehicleInput }),
    mode: 'onTouched',
    defaultValues: {
      name: vehicle?.name ?? '',
      plate: vehicle?.plate ?? '',
      maxKg: vehicle?.maxKg ?? null,
      maxPackages: vehicle?.maxPackages ?? null,
      hasColdBox: vehicle?.hasColdBox ?? false,
      notes: vehicle?.notes ?? '',
    },
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
  const { errors } = form.formState
  const limit = (name: 'maxKg' | 'maxPackages', label: string, unit: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberField
          {...field}
          label={label}
          unit={unit}
          help="Leave blank for no limit."
          error={sentence(label, fieldState.error?.message)}
        />
      )}
    />
  )
  return (
    <RecordDialog
      title={vehicle ? 'Edit vehicle' : 'Add vehicle'}
      what="vehicle"
      record={vehicle}
      submitLabel={vehicle ? 'Save vehicle' : 'Add vehicle'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, version) => {
        if (!vehicle) return create.submit({ body })
        update.submit({ params: { id: vehicle.id }, body, version: version ?? vehicle.version })
      }}
      close={close}
    >
      <FieldRow>
        <TextField
          label="Name"
          required
          autoComplete="off"
          {...form.register('name')}
          error={sentence('Name', errors.name?.message)}
        />
        <TextField
          label="Plate"
          autoComplete="off"
          {...form.register('plate')}
          error={sentence('Plate', errors.plate?.message)}
        />
      </FieldRow>
      <FieldRow>
        {limit('maxKg', 'Capacity by weight', 'kg')}
        {limit('maxPackages', 'Capacity by packages', 'packages')}
      </FieldRow>
      <CheckboxField label="Has a cold box" {...form.register('hasColdBox')} />
      <TextAreaField
        label="Notes"
        rows={2}
        {...form.register('notes')}
        error={sentence('Notes', errors.notes?.message)}
      />
    </RecordDialog>
  )
}
