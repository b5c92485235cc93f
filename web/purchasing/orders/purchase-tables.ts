import { feeKindNames } from '#shared/purchasing/orders/purchase-amounts.ts'
import { countWords, dayWords, moneyWords } from '#web/forms/changed-lines/field-words.ts'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import type { PurchaseValues } from './purchase-values.ts'

/** The labels of the fields of lines and fees. */
export const partLabels = {
  item: 'Item',
  quantity: 'Quantity',
  unitCost: 'Unit cost',
  expectedDate: 'Expected',
  kind: 'Kind',
  label: 'Label',
  amount: 'Amount',
}

/** Describes the lines and fees of a purchase order in the conflict dialog. */
export const purchaseTables: LineTables<PurchaseValues> = {
  lines: {
    name: ({ item }) => item?.label ?? '',
    row: 'line',
    fields: [
      { label: partLabels.quantity, words: ({ quantity }) => countWords(quantity) },
      { label: partLabels.unitCost, words: ({ unitCost }) => moneyWords(unitCost) },
      { label: partLabels.expectedDate, words: ({ expectedDate }) => dayWords(expectedDate) },
    ],
  },
  fees: {
    name: ({ kind, label }) => label || feeKindNames[kind],
    row: 'fee',
    own: ({ kind, label }) => `${kind} ${label}`,
    fields: [
      { label: partLabels.amount, words: ({ amount }) => moneyWords(amount) },
      { label: partLabels.kind, words: ({ kind }) => feeKindNames[kind] },
      { label: partLabels.label, words: ({ label }) => label },
    ],
  },
}
