import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { customerExempt } from '#shared/money-lines.ts'
import { countWords, moneyWords } from '#web/forms/changed-lines/field-words.ts'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { chargePrice, linePrice } from './order-prices.ts'
import type { OrderValues } from './order-values.ts'

/** The labels of the fields of lines, services and fees. */
export const partLabels = {
  product: 'Product',
  quantity: 'Quantity',
  priceTier: 'Price tier',
  unitPrice: 'Unit price',
  tax: 'Tax',
  service: 'Service',
  name: 'Fee',
}

const taxField = { label: partLabels.tax, words: ({ tax }: { tax: string }) => tax || customerExempt.name }

/** Describes the lines of an order or estimate in the conflict dialog. */
export const orderTables: LineTables<OrderValues> = {
  lines: {
    name: ({ product }) => product?.label ?? '',
    row: 'line',
    fields: [
      { label: partLabels.quantity, words: ({ quantity }) => countWords(quantity) },
      {
        label: partLabels.priceTier,
        words: ({ unitPrice, priceTier }, { values: { customer } }) => {
          const tier = priceTier || customer?.tier
          return unitPrice ? 'Manual price' : tier ? priceTierNames[tier] : ''
        },
      },
      {
        label: partLabels.unitPrice,
        words: (line, { values: { customer } }) => moneyWords(linePrice(line, customer?.tier)),
      },
      taxField,
    ],
  },
  charges: {
    name: ({ service, name }) => service?.label ?? name,
    row: 'row',
    fields: [
      { label: partLabels.unitPrice, words: (charge) => moneyWords(chargePrice(charge)) },
      { label: partLabels.quantity, words: ({ quantity }) => countWords(quantity) },
      taxField,
    ],
  },
}
