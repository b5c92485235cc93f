import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { linePrice, tierPrice } from './order-prices.ts'
import { blankLine, type OrderValues } from './order-values.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { SelectField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

/** Stands for a typed price among the tiers. */
const own = 'own'

/** At which tier a line is sold, and the unit price that follows; who edits products may type another. */
export function LinePriceFields({ at, hideLabel }: { at: number; hideLabel: boolean }) {
  const { control, setValue, formState } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const mayPrice = useCan('inventory.edit')
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const buyer = useWatch({ control, name: 'customer' })
  const { product, priceTier, unitPrice } = line
  const price = linePrice(line, buyer?.tier)
  const ofTier = product && tierPrice(product, priceTier || buyer?.tier)
  // Whoever sells for nothing sees that it is so.
  const isFree = price !== undefined && Number(price) === 0
  const error = formState.errors.lines?.[at]?.unitPrice?.message

  const change = (changed: Partial<Pick<typeof line, 'priceTier' | 'unitPrice'>>) =>
    setValue(`lines.${at}`, { ...line, ...changed }, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <>
      <SelectField
        label="Price tier"
        hideLabel={hideLabel}
        disabled={!product}
        value={unitPrice ? own : priceTier || buyer?.tier || ''}
        onChange={({ target: { value } }) => {
          if (value === own) return
          change({ unitPrice: '', priceTier: value === buyer?.tier ? '' : (value as PriceTier | '') })
        }}
      >
        {unitPrice && <option value={own}>Manual price</option>}
        {!buyer && !priceTier && <option value="">Customer’s</option>}
        {priceTiers.map((tier) => (
          <option key={tier} value={tier}>
            {priceTierNames[tier]}
          </option>
        ))}
      </SelectField>
      {mayPrice && product ? (
        <Controller
          control={control}
          name={`lines.${at}.unitPrice`}
          render={({ field: { onBlur, name, ref } }) => (
            <MoneyField
              label="Unit price"
              hideLabel={hideLabel}
              currency=""
              name={name}
              ref={ref}
              onBlur={onBlur}
              value={price ?? ''}
              onChange={(typed) => change({ unitPrice: typed === ofTier ? '' : typed })}
              help={isFree ? 'No price yet' : undefined}
              error={sentence('Unit price', error)}
            />
          )}
        />
      ) : (
        <p className="figures flex min-h-(--control) flex-col items-end justify-center max-xl:self-end">
          <span>
            <span className="sr-only">Unit price, {currency} </span>
            {price === undefined ? <span className="text-muted">–</span> : formatDecimalInput(price, 2)}
          </span>
          {isFree && <span className="text-muted text-xs">No price yet</span>}
          {error && <span className="text-bad text-xs">{sentence('Unit price', error)}</span>}
        </p>
      )}
    </>
  )
}
