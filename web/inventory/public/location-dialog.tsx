import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { inventoryApi, type Location, LocationInput } from '#shared/inventory/stock/api.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = {
  name: string
  type: Location['type']
  address: string
  latitude: number | null
  longitude: number | null
  description: string
}

type LocationDialogProps = {
  /** The one to edit; without it a new one is added. */
  location?: Location | undefined
  /** What a new one's name starts with. */
  typed?: string | undefined
  onSaved?: (location: Location) => void
  close: () => void
}

/** Adds or edits a warehouse or factory. */
export function LocationDialog({ location: latest, typed = '', onSaved, close }: LocationDialogProps) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [location] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: LocationInput }),
    mode: 'onTouched',
    defaultValues: {
      name: location?.name ?? typed,
      type: location?.type ?? 'Warehouse',
      address: location?.address ?? '',
      latitude: location?.latitude ?? null,
      longitude: location?.longitude ?? null,
      description: location?.description ?? '',
    },
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Location) => {
      toast.success(location ? 'Location saved' : 'Location added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(inventoryApi.createLocation, choices)
  const update = useApiMutation(inventoryApi.updateLocation, choices)
  const { errors } = form.formState
  const coordinate = (name: 'latitude' | 'longitude', label: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberField {...field} label={label} unit="°" error={sentence(label, fieldState.error?.message)} />
      )}
    />
  )
  return (
    <RecordDialog
      title={location ? 'Edit location' : 'Add location'}
      what="location"
      record={location}
      submitLabel={location ? 'Save location' : 'Add location'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, version) => {
        if (!location) return create.submit({ body })
        update.submit({ params: { id: location.id }, body, version: version ?? location.version })
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
        <SelectField label="Type" required {...form.register('type')} error={sentence('Type', errors.type?.message)}>
          {locationTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
      </FieldRow>
      <TextAreaField
        label="Address"
        rows={2}
        autoComplete="off"
        {...form.register('address')}
        error={sentence('Address', errors.address?.message)}
      />
      <FieldRow>
        {coordinate('latitude', 'Latitude')}
        {coordinate('longitude', 'Longitude')}
      </FieldRow>
      <TextAreaField
        label="Description"
        rows={2}
        {...form.register('description')}
        error={sentence('Description', errors.description?.message)}
      />
    </RecordDialog>
  )
}
