import { useFieldArray, useFormContext } from 'react-hook-form'
import { feeKindNames, feeKinds } from '#shared/purchasing/orders/purchase-amounts.ts'
import { AddLine, EditedLine, LinesEditor } from '#web/documents/lines-editor.tsx'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { blankFee, type PurchaseValues } from './purchase-values.ts'
import { useSettings } from '#web/session/settings.ts'

/** Freight, customs and other fees, which are part of the landed cost. */
export function PurchaseFees() {
  const { control } = useFormContext<PurchaseValues>()
  const { currency } = useSettings()
  const { fields, append, remove } = useFieldArray({ control, name: 'fees' })
  return (
    <LinesEditor
      title="Fees"
      help="Allocated to received goods by value, so each shows its landed cost."
      columns={
        fields.length > 0
          ? [
              { header: 'Kind', width: '12rem' },
              { header: 'Label', width: 'minmax(0,1fr)' },
              { header: `Amount, ${currency}`, width: '9rem', isNumber: true },
            ]
          : []
      }
      foot={<AddLine label="Add fee" onClick={() => append(blankFee, { focusName: `fees.${fields.length}.kind` })} />}
    >
      {fields.map((field, at) => (
        <EditedLine key={field.id} label={`Fee ${at + 1}`} onRemove={() => remove(at)}>
          <FormSelectField control={control} name={`fees.${at}.kind`} label="Kind">
            {feeKinds.map((kind) => (
              <option key={kind} value={kind}>
                {feeKindNames[kind]}
              </option>
            ))}
          </FormSelectField>
          <FormTextField control={control} name={`fees.${at}.label`} label="Label" autoComplete="off" />
          <FormMoneyField control={control} name={`fees.${at}.amount`} label="Amount" required currency="" />
        </EditedLine>
      ))}
    </LinesEditor>
  )
}
