import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type ServiceType, ServiceTypeInput, serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

type Values = { name: string; unit: string; price: string; description: string }

/** Adds or edits a service type. */
export function ServiceTypeDialog({ service: latest, close }: { service?: ServiceType; close: () => void }) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [service] = useState(latest)
  const { currency } = useSettings()
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: ServiceTypeInput }),
    mode: 'onTouched',
    defaultValues: {
      name: service?.name ?? '',
      unit: service?.unit ?? '',
      price: service?.price ?? '',
      description: service?.description ?? '',
    },
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
  const { errors } = form.formState
  return (
    <RecordDialog
      title={service ? 'Edit service type' : 'Add service type'}
      what="service type"
      record={service}
      submitLabel={service ? 'Save service type' : 'Add service type'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, version) => {
        if (!service) return create.submit({ body })
        update.submit({ params: { id: service.id }, body, version: version ?? service.version })
      }}
      close={close}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        {...form.register('name')}
        error={sentence('Name', errors.name?.message)}
      />
      <FieldRow>
        <Controller
          control={form.control}
          name="price"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label="List price"
              required
              currency={currency}
              error={sentence('List price', fieldState.error?.message)}
            />
          )}
        />
        <TextField
          label="Per"
          required
          help="For example hour, visit or delivery."
          autoComplete="off"
          {...form.register('unit')}
          error={sentence('Per', errors.unit?.message)}
        />
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
