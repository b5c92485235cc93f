import type { Control, FieldValues, Path } from 'react-hook-form'
import { stockReasonNames, type StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'

/** What every booking of stock by hand asks for. */
export type StockValues = { quantity: number | null; reason: StockReason | ''; customReason: string }

type StockFieldsProps<Values extends StockValues & FieldValues> = {
  control: Control<Values>
  reason: StockReason | ''
  reasons: readonly StockReason[]
  /** Under the quantity: how much there is. */
  quantityHelp?: string
}

/** Quantity and reason; the own words for it appear only with the reason "Other". */
export function StockFields<Values extends StockValues & FieldValues>(props: StockFieldsProps<Values>) {
  const { control, reason, reasons, quantityHelp } = props
  return (
    <>
      <FormNumberField
        control={control}
        name={'quantity' as Path<Values>}
        label="Quantity"
        required
        unit="pieces"
        inputMode="numeric"
        help={quantityHelp}
      />
      <FormSelectField label="Reason" required control={control} name={'reason' as Path<Values>}>
        <option value="">Choose a reason</option>
        {reasons.map((one) => (
          <option key={one} value={one}>
            {stockReasonNames[one]}
          </option>
        ))}
      </FormSelectField>
      {reason === 'other' && (
        <FormTextField
          label="Custom reason"
          required
          autoComplete="off"
          control={control}
          name={'customReason' as Path<Values>}
        />
      )}
    </>
  )
}

/** The part of the body that the fields above mean; `customReason` goes only with "other". */
export const stockBody = ({ quantity, reason, customReason }: StockValues) => ({
  quantity: quantity as number,
  reason,
  ...(reason === 'other' && { customReason }),
})
