import { shipToBlock } from '#server/documents/address-blocks.ts'
import type { DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { soldLines } from './document-lines.ts'

/** The order confirmation for the customer, with the figures of its page. */
export function orderConfirmation(order: Order, currency: string, terms: string | null): DocumentContent {
  const { number, account, billTo, shipTo, reference, requestedDate } = order
  return {
    name: `Order confirmation ${number}`,
    heading: 'Order confirmation',
    number,
    foot: number,
    blocks: [
      ['Bill to', [account.name, billTo.name, billTo.address, billTo.country]],
      ...shipToBlock(account.name, billTo, shipTo),
      [
        'Details',
        [
          `Ordered ${formatDay(order.orderDate)}`,
          requestedDate && `Requested for ${formatDay(requestedDate)}`,
          reference && `Your reference ${reference}`,
          `Amounts in ${currency}`,
        ],
      ],
    ],
    ...soldLines(order, currency),
    notes: order.notes,
    ...(terms && { closing: terms }),
  }
}
