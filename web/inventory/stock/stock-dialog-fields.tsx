import type { Control, FieldErrors, FieldValues, Path, UseFormRegister } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { stockReasonNames, type StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

/** What every booking of stock by hand asks for. */
export type StockValues = { quantity: number | null; reason: StockReason | ''; customReason: string }

type StockFieldsProps<Values extends StockValues & FieldValues> = {
  control: Control<Values>
  register: UseFormRegister<Values>
  errors: FieldErrors<StockValues>
  reason: StockReason | ''
  reasons: readonly StockReason[]
  /** Under the quantity: how much there is. */
  quantityHelp?: string
}

/** Quantity and reason; the own words for it appear only with the reason "Other". */
export function StockFields<Values extends StockValues & FieldValues>(props: StockFieldsProps<Values>) {
  const { control, register, errors, reason, reasons, quantityHelp } = props
  return (
    <>
      <Controller
        control={control}
        name={'quantity' as Path<Values>}
        render={({ field }) => (
          <NumberField
            {...field}
            label="Quantity"
            required
            unit="pieces"
            inputMode="numeric"
            help={quantityHelp}
            error={sentence('Quantity', errors.quantity?.message)}
          />
        )}
      />
      <SelectField
        label="Reason"
        required
        {...register('reason' as Path<Values>)}
        error={sentence('Reason', errors.reason?.message)}
      >
        <option value="">Choose a reason</option>
        {reasons.map((one) => (
          <option key={one} value={one}>
            {stockReasonNames[one]}
          </option>
        ))}
      </SelectField>
      {reason === 'other' && (
        <TextField
          label="Custom reason"
          required
          autoComplete="off"
          {...register('customReason' as Path<Values>)}
          error={sentence('Custom reason', errors.customReason?.message)}
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
