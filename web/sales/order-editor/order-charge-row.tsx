import { useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { EditedLine, ExtraCell, LineFigure, LineHead } from '#web/documents/lines-editor.tsx'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { ServicePicker } from '#web/inventory/public/service-type-picker.tsx'
import { chargePrice, chargeTotal } from './order-prices.ts'
import { blankFee, type OrderValues } from './order-values.ts'
import { TaxField } from './tax-field.tsx'
import { useCan } from '#web/session/session.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** A service or fee in the order form, aligned with the columns of the lines. */
export function OrderChargeRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<OrderValues>()
  const charge = useWatch({ control, name: `charges.${at}` }) ?? blankFee
  const mayPrice = useCan('inventory.edit') || charge.isFee
  const total = chargeTotal(charge)
  const price = chargePrice(charge)
  return (
    <EditedLine label={`${charge.isFee ? 'Fee' : 'Service'} ${at + 1}`} onRemove={onRemove}>
      <LineHead>
        {charge.isFee ? (
          <FormTextField
            control={control}
            name={`charges.${at}.name`}
            label="Fee"
            placeholder="Description on the invoice"
            autoComplete="off"
          />
        ) : (
          <FormPicker
            picker={ServicePicker}
            control={control}
            name={`charges.${at}.service`}
            label="Service"
            keep={({ id, label, service }) => ({ id, label, price: service.price, unit: service.unit })}
          />
        )}
        {charge.service && <p className="mt-1 text-muted text-xs">per {charge.service.unit}</p>}
      </LineHead>
      <FormNumberField control={control} name={`charges.${at}.quantity`} label="Quantity" inputMode="numeric" />
      <ExtraCell below="second" className="tabular-wide:block hidden" />
      {mayPrice ? (
        <FormMoneyField
          control={control}
          name={`charges.${at}.unitPrice`}
          label="Unit price"
          currency=""
          standard={charge.service?.price}
        />
      ) : (
        <LineFigure label="Unit price">{price !== undefined && formatDecimalInput(price, 2)}</LineFigure>
      )}
      <TaxField name={`charges.${at}.tax`} />
      <LineFigure label="Total">
        {total !== null && <span className="font-medium">{formatDecimalInput(formatAmount(total), 2)}</span>}
      </LineFigure>
    </EditedLine>
  )
}
