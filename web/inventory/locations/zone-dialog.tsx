import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { placesApi, type Zone, ZoneInput, zonePurposeNames, zonePurposes } from '#shared/inventory/locations/api.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = { name: string; purpose: Zone['purpose']; description: string }

const startOf = (zone?: Zone): Values => ({
  name: zone?.name ?? '',
  purpose: zone?.purpose ?? 'storage',
  description: zone?.description ?? '',
})

type ZoneDialogProps = { locationId: string /** The one to edit. */; zone?: Zone; close: () => void }

/** Adds or edits a zone of a location. */
export function ZoneDialog({ locationId, zone: latest, close }: ZoneDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [zone] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: ZoneInput }),
    mode: 'onTouched',
    defaultValues: startOf(zone),
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(zone ? 'Zone saved' : 'Zone added')
      close()
    },
  } as const
  const create = useApiMutation(placesApi.createZone, choices)
  const update = useApiMutation(placesApi.updateZone, choices)
  return (
    <RecordDialog
      title={zone ? 'Edit zone' : 'Add zone'}
      what="zone"
      record={zone}
      startOf={startOf}
      submitLabel={zone ? 'Save zone' : 'Add zone'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, base) => {
        if (!base) return create.submit({ params: { id: locationId }, body })
        update.submit({ params: { id: locationId, zoneId: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FieldRow>
        <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
        <FormSelectField label="Purpose" required control={form.control} name="purpose">
          {zonePurposes.map((purpose) => (
            <option key={purpose} value={purpose}>
              {zonePurposeNames[purpose]}
            </option>
          ))}
        </FormSelectField>
      </FieldRow>
      <FormTextAreaField label="Description" rows={2} control={form.control} name="description" />
    </RecordDialog>
  )
}
