import { useFormContext, useWatch } from 'react-hook-form'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { ExtraCell, LineFigure } from '#web/documents/lines-editor.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { FormMoneyField } from '#web/forms/form-value-fields.tsx'
import { linePrice, tierPrice } from './order-prices.ts'
import { blankLine, type OrderValues } from './order-values.ts'
import { useHasTaxes } from './tax-field.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { SelectField } from '#web/ui/field.tsx'

/** The select's value for a custom unit price. */
const own = 'own'

/** The price tier of a line and its unit price; users who can edit products can enter another price. */
export function LinePriceFields({ at }: { at: number }) {
  const { control, setValue, formState } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const mayPrice = useCan('inventory.edit')
  const hasTaxes = useHasTaxes()
  const line = useWatch({ control, name: `lines.${at}` }) ?? blankLine
  const buyer = useWatch({ control, name: 'customer' })
  const { product, priceTier, unitPrice } = line
  const price = linePrice(line, buyer?.tier)
  // Marks a price of 0, so that it doesn't go unnoticed.
  const isFree = price !== undefined && Number(price) === 0
  const error = sentence('Unit price', formState.errors.lines?.[at]?.unitPrice?.message)

  /** Choosing a tier clears a custom price. */
  const choose = (tier: PriceTier | '') =>
    setValue(
      `lines.${at}`,
      { ...line, unitPrice: '', priceTier: tier === buyer?.tier ? '' : tier },
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    )
  return (
    <>
      <ExtraCell below={hasTaxes ? 'firstHalf' : 'secondAndThird'}>
        <SelectField
          label="Price tier"
          disabled={!product}
          value={unitPrice ? own : priceTier || buyer?.tier || ''}
          onChange={({ target: { value } }) => value !== own && choose(value as PriceTier | '')}
        >
          {unitPrice && <option value={own}>Manual price</option>}
          {!buyer && !priceTier && <option value="">Customer’s</option>}
          {priceTiers.map((tier) => (
            <option key={tier} value={tier}>
              {priceTierNames[tier]}
            </option>
          ))}
        </SelectField>
      </ExtraCell>
      {mayPrice && product ? (
        <FormMoneyField
          control={control}
          name={`lines.${at}.unitPrice`}
          label="Unit price"
          currency=""
          standard={tierPrice(product, priceTier || buyer?.tier)}
          help={isFree ? 'No price yet' : undefined}
        />
      ) : (
        <LineFigure
          label={`Unit price, ${currency}`}
          note={
            <>
              {isFree && <span className="text-muted text-xs">No price yet</span>}
              {error && <span className="text-bad text-xs">{error}</span>}
            </>
          }
        >
          {price !== undefined && formatDecimalInput(price, 2)}
        </LineFigure>
      )}
    </>
  )
}
