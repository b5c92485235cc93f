import { type PriceTier, priceOfTier } from '#shared/inventory/stock/price-tiers.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { lineAmount, parseDecimal, priceScale } from '#shared/money.ts'
import { customerExempt, DiscountInput, type DocumentSums, type Part, sumDocument } from '#shared/money-lines.ts'
import { maxQuantity } from '#shared/quantity.ts'
import { defaultTax, type TaxSettings, taxRuleOf } from '#shared/settings/tax-settings.ts'
import { type ChargeValues, type LineValues, newOrder, type OrderValues, type SoldProduct } from './order-values.ts'
import { useSettings } from '#web/session/settings.ts'

/** The price of a product in a tier; the list price without a tier. */
export const tierPrice = (product: SoldProduct, tier: PriceTier | undefined): string =>
  tier ? priceOfTier(product.price, product.priceTiers, tier) : product.price

/** The price of a line: its custom price, or the tier's. Undefined without a product. */
export function linePrice(line: LineValues, buyerTier: PriceTier | undefined): string | undefined {
  if (line.unitPrice) return line.unitPrice
  return line.product ? tierPrice(line.product, line.priceTier || buyerTier) : undefined
}

/** The price of a service or fee: its custom price, or the list price. */
export const chargePrice = ({ unitPrice, service }: ChargeValues): string | undefined => unitPrice || service?.price

/** Quantity × price in minor units, rounded like on the server; null if either is missing or invalid. */
function amountOf(quantity: number | null, price: string | undefined): bigint | null {
  const units = parseDecimal(price ?? '', priceScale)
  if (units === null || quantity === null || !Number.isSafeInteger(quantity)) return null
  return quantity < 0 || quantity > maxQuantity ? null : lineAmount(quantity, units)
}

export const lineTotal = (line: LineValues, buyerTier: PriceTier | undefined): bigint | null =>
  amountOf(line.quantity, linePrice(line, buyerTier))
export const chargeTotal = (charge: ChargeValues): bigint | null => amountOf(charge.quantity, chargePrice(charge))

/** The sums of the order with the lines entered so far. */
function orderSums(values: OrderValues, taxes: TaxSettings): DocumentSums {
  const { customer } = values
  const ruleOf = (name: string) =>
    customer?.taxExempt
      ? customerExempt
      : (taxRuleOf(taxes, name) ?? taxRuleOf({ ...taxes, rates: values.taxes }, name) ?? defaultTax(taxes))
  const parts: Part[] = [
    ...values.lines.map((line) => ({
      amount: lineTotal(line, customer?.tier) ?? 0n,
      tax: ruleOf(line.tax),
      isDiscounted: true,
    })),
    ...values.charges.map((charge) => ({
      amount: chargeTotal(charge) ?? 0n,
      tax: ruleOf(charge.tax),
      isDiscounted: !charge.isFee,
    })),
  ]
  const discount = DiscountInput.safeParse({ kind: values.discountKind, value: values.discountValue })
  return sumDocument(parts, discount.success ? discount.data : null)
}

/** The sums of the surrounding form's order. */
export function useOrderSums() {
  const { control } = useFormContext<OrderValues>()
  const values = { ...newOrder, ...useWatch({ control }) } as OrderValues
  const { tax } = useSettings()
  return { sums: orderSums(values, tax), values }
}
