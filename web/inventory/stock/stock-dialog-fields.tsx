import type { Control, FieldValues, Path } from 'react-hook-form'
import { stockReasonNames, type StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'

type ReasonValues = { reason: StockReason | ''; customReason: string }
/** The values that every manual stock change has. */
export type StockValues = ReasonValues & { quantity: number | null }

type ReasonFieldsProps<Values extends ReasonValues & FieldValues> = {
  control: Control<Values>
  reason: StockReason | ''
  reasons: readonly StockReason[]
}

/** The reason; its free text appears only for the reason "Other". */
export function ReasonFields<Values extends ReasonValues & FieldValues>(props: ReasonFieldsProps<Values>) {
  const { control, reason, reasons } = props
  return (
    <>
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

type StockFieldsProps<Values extends StockValues & FieldValues> = ReasonFieldsProps<Values> & {
  /** The help text of the quantity: how much is available. */
  quantityHelp?: string
}

/** Quantity and reason. */
export function StockFields<Values extends StockValues & FieldValues>(props: StockFieldsProps<Values>) {
  const { quantityHelp, ...reason } = props
  return (
    <>
      <FormNumberField
        control={props.control}
        name={'quantity' as Path<Values>}
        label="Quantity"
        required
        unit="pieces"
        inputMode="numeric"
        help={quantityHelp}
      />
      <ReasonFields {...reason} />
    </>
  )
}

/** The reason part of a request body; `customReason` is sent only with "other". */
export const reasonBody = ({ reason, customReason }: ReasonValues) => ({
  reason,
  ...(reason === 'other' && { customReason }),
})

/** The quantity and reason part of a request body. */
export const stockBody = ({ quantity, ...reason }: StockValues) => ({
  quantity: quantity as number,
  ...reasonBody(reason),
})
