import type { DocumentColumn, DocumentContent, DocumentTotal } from '#server/documents/document-content.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { formatPercent } from '#shared/format-percent.ts'

/** What the documents of orders and estimates have in common. */
type Sold = {
  orderLines: readonly (Pick<Order['orderLines'][number], 'quantity' | 'unitPrice' | 'total' | 'tax'> & {
    product: { name: string; sku: string }
  })[]
  charges: readonly Pick<Order['charges'][number], 'name' | 'unit' | 'quantity' | 'unitPrice' | 'total' | 'tax'>[]
} & Pick<Order, 'subtotal' | 'tax' | 'total' | 'discount'>

const columns: DocumentColumn[] = [
  { name: 'Item', width: '*' },
  { name: 'Tax', width: 56, isSmall: true },
  { name: 'Quantity', width: 66, isFigure: true },
  { name: 'Unit price', width: 66, isFigure: true },
  { name: 'Total', width: 72, isFigure: true },
]

/** The lines of a sale with their prices, and the totals. */
export const soldLines = (
  sold: Sold,
  currency: string,
): Pick<DocumentContent, 'columns' | 'lines' | 'isNumbered' | 'sums'> => ({
  columns,
  lines: partsOf(sold).map(({ text, note, tax, quantity, unitPrice, total }) => [
    { text, note },
    tax.kind === 'exempt' ? tax.name : `${tax.name} ${formatPercent(tax.percent)}`,
    formatFigure(String(quantity), 0),
    formatFigure(unitPrice, 2),
    formatFigure(total, 2),
  ]),
  isNumbered: true,
  sums: sumsOf(sold, currency),
})

const partsOf = ({ orderLines, charges }: Sold) => [
  ...orderLines.map((one) => ({ ...one, text: one.product.name, note: one.product.sku })),
  ...charges.map((one) => ({ ...one, text: one.name, note: one.unit && `per ${one.unit}` })),
]

function sumsOf({ subtotal, discount, tax, total }: Sold, currency: string): DocumentTotal[] {
  const hasTax = Number(tax) !== 0
  return [
    ...(discount || hasTax ? [{ label: 'Subtotal', amount: subtotal }] : []),
    ...(discount ? [{ label: 'Discount', amount: `-${discount.amount}` }] : []),
    ...(hasTax ? [{ label: 'Tax', amount: tax }] : []),
    { label: `Total ${currency}`, amount: total, isBold: true },
  ]
}
