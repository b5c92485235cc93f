import type { DocumentContent, DocumentCell } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { isPlaced } from '#shared/purchasing/orders/purchase-transitions.ts'
import { feeKindNames } from '#shared/purchasing/orders/purchase-amounts.ts'
import { wholeCases } from '#shared/quantity.ts'

/** The purchase order for the supplier, with the figures of its page. */
export function purchaseDocument(order: PurchaseOrder, currency: string): DocumentContent {
  const { number, supplier, location, expectedDate } = order
  return {
    name: `Purchase order ${number}`,
    heading: order.status === 'Draft' ? 'Purchase order (draft)' : 'Purchase order',
    number,
    foot: number,
    blocks: [
      ['Supplier', [supplier.name, supplier.address, supplier.country, supplier.email]],
      ['Deliver to', [location.name, expectedDate && `Expected ${formatDay(expectedDate)}`]],
      [
        'Details',
        [
          isPlaced(order.status) && `Ordered ${formatDay(order.orderDate)}`,
          order.reference && `Your reference ${order.reference}`,
          `Amounts in ${currency}`,
        ],
      ],
    ],
    columns: [
      { name: 'Item', width: '*' },
      { name: 'Quantity', width: 62, isFigure: true },
      { name: 'Unit cost', width: 72, isFigure: true },
      { name: 'Total', width: 78, isFigure: true },
    ],
    lines: order.orderLines.map(cellsOf),
    isNumbered: true,
    sums: [
      { label: 'Goods', amount: order.goodsTotal },
      ...order.fees.map(({ label, kind, amount }) => ({ label: label ?? feeKindNames[kind], amount })),
      { label: `Total ${currency}`, amount: order.total, isBold: true },
    ],
    notes: order.notes,
  }
}

function cellsOf({ item, quantity, unitCost, total }: PurchaseOrder['orderLines'][number]): DocumentCell[] {
  const cases = item.pcsPerCase > 1 ? wholeCases(quantity, item.pcsPerCase) : null
  const code = item.supplierCode ? `Your code ${item.supplierCode} · ` : ''
  return [
    { text: item.name, note: `${code}${item.sku}` },
    { text: formatFigure(String(quantity), 0), note: cases === null ? null : `${cases} × ${item.pcsPerCase}` },
    formatFigure(unitCost, 2),
    formatFigure(total, 2),
  ]
}
