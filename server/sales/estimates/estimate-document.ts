import { shipToBlock } from '#server/documents/address-blocks.ts'
import type { DocumentContent, DocumentTotal } from '#server/documents/document-content.ts'
import { formatDay, formatFigure } from '#server/documents/formats.ts'
import type { Estimate } from '#shared/sales/estimates/api.ts'

/** The estimate as the customer gets it; its figures are those of the page. */
export function estimateDocument(estimate: Estimate, currency: string): DocumentContent {
  const { number, account, reference, billTo, shipTo } = estimate
  return {
    name: `Estimate ${number}`,
    heading: 'Estimate',
    number,
    foot: number,
    blocks: [
      ['For', [account.name, billTo.name, billTo.address, billTo.country, account.email]],
      ...shipToBlock(account.name, billTo, shipTo),
      ['Dates', [`Written ${formatDay(estimate.estimateDate)}`, `Valid until ${formatDay(estimate.validUntil)}`]],
      ['Details', [reference && `Your reference ${reference}`, `Amounts in ${currency}`]],
    ],
    columns: [
      { name: 'Item', width: '*' },
      { name: 'Tax', width: 56, isSmall: true },
      { name: 'Quantity', width: 66, isFigure: true },
      { name: 'Unit price', width: 66, isFigure: true },
      { name: 'Total', width: 72, isFigure: true },
    ],
    lines: partsOf(estimate).map(({ text, note, tax, quantity, unitPrice, total }) => [
      { text, note },
      tax.kind === 'exempt' ? tax.name : `${tax.name} ${tax.percent} %`,
      formatFigure(String(quantity), 0),
      formatFigure(unitPrice, 2),
      formatFigure(total, 2),
    ]),
    isNumbered: true,
    sums: sumsOf(estimate, currency),
    notes: estimate.notes,
    closing: 'Goods are reserved when the order is confirmed. This estimate does not reserve stock.',
  }
}

const partsOf = ({ orderLines, charges }: Estimate) => [
  ...orderLines.map((one) => ({ ...one, text: one.product.name, note: one.product.sku })),
  ...charges.map((one) => ({ ...one, text: one.name, note: one.unit && `per ${one.unit}` })),
]

function sumsOf({ subtotal, discount, tax, total }: Estimate, currency: string): DocumentTotal[] {
  const hasTax = Number(tax) !== 0
  return [
    ...(discount || hasTax ? [{ label: 'Subtotal', amount: subtotal }] : []),
    ...(discount ? [{ label: 'Discount', amount: `-${discount.amount}` }] : []),
    ...(hasTax ? [{ label: 'Tax', amount: tax }] : []),
    { label: `Total ${currency}`, amount: total, isBold: true },
  ]
}
