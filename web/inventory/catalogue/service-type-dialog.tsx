import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type ServiceType, ServiceTypeInput, serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = { name: string; unit: string; price: string; description: string }

const startOf = (service?: ServiceType): Values => ({
  name: service?.name ?? '',
  unit: service?.unit ?? '',
  price: service?.price ?? '',
  description: service?.description ?? '',
})

/** Adds or edits a service type. */
export function ServiceTypeDialog({ service: latest, close }: { service?: ServiceType; close: () => void }) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [service] = useState(latest)
  const { currency } = useSettings()
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: ServiceTypeInput }),
    mode: 'onTouched',
    defaultValues: startOf(service),
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(service ? 'Service type saved' : 'Service type added')
      close()
    },
  } as const
  const create = useApiMutation(serviceTypesApi.createServiceType, choices)
  const update = useApiMutation(serviceTypesApi.updateServiceType, choices)
  return (
    <RecordDialog
      title={service ? 'Edit service type' : 'Add service type'}
      what="service type"
      record={service}
      startOf={startOf}
      submitLabel={service ? 'Save service type' : 'Add service type'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, base) => {
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
      <FieldRow>
        <FormMoneyField control={form.control} name="price" label="List price" required currency={currency} />
        <FormTextField
          label="Per"
          required
          help="For example hour, visit or delivery."
          autoComplete="off"
          control={form.control}
          name="unit"
        />
      </FieldRow>
      <FormTextAreaField label="Description" rows={2} control={form.control} name="description" />
    </RecordDialog>
  )
}
