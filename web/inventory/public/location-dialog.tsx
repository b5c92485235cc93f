import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { inventoryApi, type Location, LocationInput } from '#shared/inventory/stock/api.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = {
  name: string
  type: Location['type']
  address: string
  latitude: number | null
  longitude: number | null
  description: string
}

const startOf = (location: Location | undefined, typed = ''): Values => ({
  name: location?.name ?? typed,
  type: location?.type ?? 'Warehouse',
  address: location?.address ?? '',
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  description: location?.description ?? '',
})

type LocationDialogProps = {
  /** The location to edit; undefined adds a new one. */
  location?: Location | undefined
  /** The initial name of a new location. */
  typed?: string | undefined
  onSaved?: (location: Location) => void
  close: () => void
}

/** Adds or edits a warehouse or factory. */
export function LocationDialog({ location: latest, typed, onSaved, close }: LocationDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [location] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: LocationInput }),
    mode: 'onTouched',
    defaultValues: startOf(location, typed),
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
  const coordinate = (name: 'latitude' | 'longitude', label: string) => (
    <FormNumberField control={form.control} name={name} label={label} unit="°" />
  )
  return (
    <RecordDialog
      title={location ? 'Edit location' : 'Add location'}
      what="location"
      record={location}
      startOf={startOf}
      asOne={[['latitude', 'longitude']]}
      submitLabel={location ? 'Save location' : 'Add location'}
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
        <FormSelectField label="Type" required control={form.control} name="type">
          {locationTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </FormSelectField>
      </FieldRow>
      <FormTextAreaField label="Address" rows={2} autoComplete="off" control={form.control} name="address" />
      <FieldRow>
        {coordinate('latitude', 'Latitude')}
        {coordinate('longitude', 'Longitude')}
      </FieldRow>
      <FormTextAreaField label="Description" rows={2} control={form.control} name="description" />
    </RecordDialog>
  )
}
