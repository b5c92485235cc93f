import { X } from 'lucide-react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { ServicePicker } from '#web/inventory/public/service-type-picker.tsx'
import { lineColumns } from './order-line-row.tsx'
import { chargePrice, chargeTotal } from './order-prices.ts'
import { blankFee, type OrderValues } from './order-values.ts'
import { TaxField, useHasTaxes } from './tax-field.tsx'
import { useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TextField } from '#web/ui/field.tsx'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'
import { MoneyField, NumberField } from '#web/ui/number-field.tsx'

/** One service or fee of an order being written, under the columns of its lines. */
export function OrderChargeRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control, register, setValue, formState } = useFormContext<OrderValues>()
  const charge = useWatch({ control, name: `charges.${at}` }) ?? blankFee
  const hideLabel = !useMediaQuery(tablet)
  const hasTaxes = useHasTaxes()
  const mayPrice = useCan('inventory.edit') || charge.isFee
  const total = chargeTotal(charge)
  const price = chargePrice(charge)
  const errors = formState.errors.charges?.[at]
  const what = charge.isFee ? 'Fee' : 'Service'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
    <div
      role="group"
      aria-label={`${what} ${at + 1}`}
      className={cn(
        'relative border-line border-t px-5 py-3 max-xl:grid max-xl:grid-cols-2 max-xl:gap-3 max-xl:px-4',
        lineColumns(hasTaxes),
      )}
    >
      <div className="min-w-0 max-xl:col-span-2 max-xl:pr-10">
        {charge.isFee ? (
          <TextField
            label="Fee"
            hideLabel={hideLabel}
            placeholder="Description on the invoice"
            autoComplete="off"
            {...register(`charges.${at}.name`)}
            error={sentence('Fee', errors?.name?.message)}
          />
        ) : (
          <Controller
            control={control}
            name={`charges.${at}.service`}
            render={({ field, fieldState }) => (
              <ServicePicker
                label="Service"
                hideLabel={hideLabel}
                {...field}
                onChange={(option) =>
                  field.onChange(
                    option && {
                      id: option.id,
                      label: option.label,
                      price: option.service.price,
                      unit: option.service.unit,
                    },
                  )
                }
                error={sentence('Service', fieldState.error?.message)}
              />
            )}
          />
        )}
        {charge.service && <p className="mt-1 text-muted text-xs">per {charge.service.unit}</p>}
      </div>
      <Controller
        control={control}
        name={`charges.${at}.quantity`}
        render={({ field, fieldState }) => (
          <NumberField
            label="Quantity"
            hideLabel={hideLabel}
            inputMode="numeric"
            {...field}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <span className="max-xl:hidden" />
      {mayPrice ? (
        <Controller
          control={control}
          name={`charges.${at}.unitPrice`}
          render={({ field: { onBlur, name, ref } }) => (
            <MoneyField
              label="Unit price"
              hideLabel={hideLabel}
              currency=""
              name={name}
              ref={ref}
              onBlur={onBlur}
              value={price ?? ''}
              onChange={(typed) =>
                setValue(`charges.${at}.unitPrice`, typed === charge.service?.price ? '' : typed, {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                })
              }
              error={sentence('Unit price', errors?.unitPrice?.message)}
            />
          )}
        />
      ) : (
        <p className="figures flex min-h-(--control) items-center justify-end max-xl:self-end">
          {price ? formatDecimalInput(price, 2) : <span className="text-muted">–</span>}
        </p>
      )}
      {hasTaxes && <TaxField name={`charges.${at}.tax`} hideLabel={hideLabel} message={errors?.tax?.message} />}
      <p className="figures flex min-h-(--control) items-center justify-end font-medium max-xl:self-end">
        <span className="sr-only">Total </span>
        {total === null ? <span className="text-muted">–</span> : formatDecimalInput(formatAmount(total), 2)}
      </p>
      <IconButton
        label={`Remove ${what.toLowerCase()} ${at + 1}`}
        onClick={onRemove}
        className="max-xl:absolute max-xl:top-3 max-xl:right-2"
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
