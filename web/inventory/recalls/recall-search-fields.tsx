import { X } from 'lucide-react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { LotPicker } from '#web/inventory/lots/lot-picker.tsx'
import type { RecallValues } from './recall-values.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** The scope of the search: individual lots, or all that a supplier delivered between two days. */
export function RecallSearchFields() {
  const { control } = useFormContext<RecallValues>()
  const by = useWatch({ control, name: 'by' })
  return (
    <>
      <FormSelectField label="What is recalled" control={control} name="by">
        <option value="lots">Specific lots</option>
        <option value="supplier">All receipts from a supplier in a period</option>
      </FormSelectField>
      {by === 'lots' ? (
        <Controller
          control={control}
          name="lots"
          render={({ field, fieldState }) => (
            <div className="flex flex-col gap-2">
              <LotPicker
                label="Lots"
                required
                help="Includes products and kits made from these lots."
                value={null}
                ref={field.ref}
                onChange={(option) => {
                  if (option && !field.value.some(({ id }) => id === option.id))
                    field.onChange([...field.value, option])
                }}
                error={sentence('Lots', fieldState.error?.message)}
              />
              <ul aria-label="Lots to recall" className="flex flex-col gap-1 empty:hidden">
                {field.value.map((one) => (
                  <li key={one.id} className="flex items-center gap-2 rounded-md bg-subtle py-1 pr-1 pl-3">
                    <span className="min-w-0 flex-1 truncate">{one.label}</span>
                    <IconButton
                      label={`Remove ${one.label}`}
                      size="sm"
                      onClick={() => field.onChange(field.value.filter(({ id }) => id !== one.id))}
                    >
                      <X aria-hidden />
                    </IconButton>
                  </li>
                ))}
              </ul>
            </div>
          )}
        />
      ) : (
        <>
          <FormPicker picker={SupplierPicker} control={control} name="supplier" label="Supplier" required />
          <FieldRow>
            <FormTextField label="Received from" type="date" required control={control} name="receivedFrom" />
            <FormTextField label="Received until" type="date" required control={control} name="receivedTo" />
          </FieldRow>
        </>
      )}
    </>
  )
}
