import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { writeDay, writeFigure } from '#shared/figures.ts'
import type { PurchaseOrder } from '#shared/purchasing/api.ts'
import { feeKindNames } from '#shared/purchasing/purchase-amounts.ts'
import { wholeCases } from '#shared/quantity.ts'
import type { Settings } from '#shared/settings/api.ts'

const grey = '#5c656a'
const line = '#d5dadc'

/** The purchase order as the supplier gets it; its figures are those of the page. */
export function purchaseDocument(order: PurchaseOrder, settings: Settings): TDocumentDefinitions {
  const { currency, company } = settings
  return {
    info: { title: `Purchase order ${order.number}`, author: company.name },
    pageMargins: [40, 40, 40, 50],
    footer: (page, pages) => ({
      columns: [
        { text: `${company.name} · ${order.number}`, color: grey },
        { text: `${page} / ${pages}`, alignment: 'right', color: grey },
      ],
      margin: [40, 16, 40, 0],
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          { stack: companyBlock(company) },
          {
            stack: [
              {
                text: order.status === 'Draft' ? 'Purchase order (draft)' : 'Purchase order',
                fontSize: 18,
                bold: true,
              },
              { text: order.number, color: grey },
            ],
            alignment: 'right',
          },
        ],
      },
      {
        columns: [
          block('Supplier', [
            order.supplier.name,
            order.supplier.address,
            order.supplier.country,
            order.supplier.email,
          ]),
          block('Deliver to', [order.location.name, order.expectedDate && `Expected ${writeDay(order.expectedDate)}`]),
          block('Details', [
            `Ordered ${writeDay(order.orderDate)}`,
            order.reference && `Your reference ${order.reference}`,
            `Amounts in ${currency}`,
          ]),
        ],
        columnGap: 20,
        margin: [0, 24, 0, 20],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [18, '*', 62, 72, 78],
          body: [
            [head('#'), head('Item'), head('Quantity', true), head('Unit cost', true), head('Total', true)],
            ...order.orderLines.map((one, at) => orderRow(one, at)),
          ],
        },
        layout: rows,
      },
      totals(order, currency),
      ...(order.notes ? [block('Notes', [order.notes], [0, 20, 0, 0])] : []),
    ],
  }
}

const right = (text: string): TableCell => ({ text, alignment: 'right' })
const head = (text: string, isFigure = false): TableCell => ({
  text,
  color: grey,
  alignment: isFigure ? 'right' : 'left',
})

const rows = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 5,
  paddingBottom: () => 5,
}

function orderRow({ item, quantity, unitCost, total }: PurchaseOrder['orderLines'][number], at: number): TableCell[] {
  const cases = item.pcsPerCase > 1 ? wholeCases(quantity, item.pcsPerCase) : null
  const code = item.supplierCode ? `Your code ${item.supplierCode} · ` : ''
  return [
    { text: String(at + 1), color: grey },
    { stack: [item.name, { text: `${code}${item.sku}`, color: grey, fontSize: 8 }] },
    {
      stack: [
        writeFigure(String(quantity), 0),
        ...(cases === null ? [] : [{ text: `${cases} × ${item.pcsPerCase}`, color: grey, fontSize: 8 }]),
      ],
      alignment: 'right',
    },
    right(writeFigure(unitCost, 2)),
    right(writeFigure(total, 2)),
  ]
}

function totals(order: PurchaseOrder, currency: string): Content {
  const sums: [string, string, boolean][] = [
    ['Goods', order.goodsTotal, false],
    ...order.fees.map((fee): [string, string, boolean] => [fee.label ?? feeKindNames[fee.kind], fee.amount, false]),
    [`Total ${currency}`, order.total, true],
  ]
  return {
    columns: [
      { text: '', width: '*' },
      {
        width: 230,
        table: {
          widths: ['*', 'auto'],
          body: sums.map(([label, amount, bold]) => [
            { text: label, bold },
            { text: writeFigure(amount, 2), alignment: 'right', bold },
          ]),
        },
        layout: { ...rows, hLineWidth: (at: number) => (at === sums.length - 1 ? 0.5 : 0) },
      },
    ],
    margin: [0, 10, 0, 0],
    unbreakable: true,
  } as Content
}

function block(
  label: string,
  lines: readonly (string | null | undefined | false | '')[],
  margin: [number, number, number, number] = [0, 0, 0, 0],
): Content {
  return {
    stack: [
      { text: label, color: grey, fontSize: 8, margin: [0, 0, 0, 2] },
      ...lines.filter((text) => Boolean(text)).map((text) => String(text)),
    ],
    margin,
  }
}

function companyBlock(company: Settings['company']): Content[] {
  const lines = [company.address ?? company.headquarters, company.contactEmail, company.phone, company.website]
  return [
    { text: company.name, bold: true, fontSize: 12 },
    ...lines.filter((text) => text !== null).map((text) => ({ text: String(text), color: grey })),
  ]
}
