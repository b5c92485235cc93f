import { shipToBlock } from '#server/documents/address-blocks.ts'
import type { DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { soldLines } from '#server/sales/orders/document-lines.ts'
import type { Estimate } from '#shared/sales/estimates/api.ts'

/** The estimate for the customer, with the figures of its page. */
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
      ['Dates', [`Created ${formatDay(estimate.estimateDate)}`, `Valid until ${formatDay(estimate.validUntil)}`]],
      ['Details', [reference && `Your reference ${reference}`, `Amounts in ${currency}`]],
    ],
    ...soldLines(estimate, currency),
    notes: estimate.notes,
    closing: 'Goods are reserved when the order is confirmed. This estimate does not reserve stock.',
  }
}
