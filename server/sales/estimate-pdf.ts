import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { writeDay, writeFigure } from '#shared/figures.ts'
import type { Estimate } from '#shared/sales/estimates-api.ts'
import type { Settings } from '#shared/settings/api.ts'

const grey = '#5c656a'
const line = '#d5dadc'

/** The estimate as the customer gets it; its figures are those of the page. */
export function estimateDocument(estimate: Estimate, { currency, company }: Settings): TDocumentDefinitions {
  const address = [company.address ?? company.headquarters, company.contactEmail, company.phone, company.website]
  return {
    info: { title: `Estimate ${estimate.number}`, author: company.name },
    pageMargins: [40, 40, 40, 50],
    footer: (page, pages) => ({
      columns: [
        { text: `${company.name} · ${estimate.number}`, color: grey },
        { text: `${page} / ${pages}`, alignment: 'right', color: grey },
      ],
      margin: [40, 16, 40, 0],
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          {
            stack: [
              { text: company.name, bold: true, fontSize: 12 },
              ...address.filter(Boolean).map((text) => ({ text: String(text), color: grey })),
            ],
          },
          {
            stack: [
              { text: 'Estimate', fontSize: 18, bold: true },
              { text: estimate.number, color: grey },
            ],
            alignment: 'right',
          },
        ],
      },
      {
        columns: [
          block('For', [estimate.account.name, estimate.account.email]),
          block('Dates', [
            `Written ${writeDay(estimate.estimateDate)}`,
            `Valid until ${writeDay(estimate.validUntil)}`,
          ]),
          block('Details', [estimate.reference && `Your reference ${estimate.reference}`, `Amounts in ${currency}`]),
        ],
        columnGap: 20,
        margin: [0, 24, 0, 20],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [18, '*', 56, 66, 66, 72],
          body: [
            [
              head('#'),
              head('Item'),
              head('Tax'),
              head('Quantity', true),
              head('Unit price', true),
              head('Total', true),
            ],
            ...rowsOf(estimate).map((one, at) => [
              { text: String(at + 1), color: grey },
              { stack: [one.name, ...(one.detail ? [{ text: one.detail, color: grey, fontSize: 8 }] : [])] },
              { text: one.tax.kind === 'exempt' ? one.tax.name : `${one.tax.name} ${one.tax.percent} %`, fontSize: 8 },
              right(writeFigure(String(one.quantity), 0)),
              right(writeFigure(one.unitPrice, 2)),
              right(writeFigure(one.total, 2)),
            ]),
          ],
        },
        layout: rules,
      },
      totals(estimate, currency),
      ...(estimate.notes ? [block('Notes', [estimate.notes], [0, 20, 0, 0])] : []),
      {
        text: 'The goods are reserved when the order is confirmed; an estimate promises none of them.',
        color: grey,
        fontSize: 8,
        margin: [0, 20, 0, 0],
      },
    ],
  }
}

const right = (text: string): TableCell => ({ text, alignment: 'right' })
const head = (text: string, isFigure = false): TableCell => ({
  text,
  color: grey,
  alignment: isFigure ? 'right' : 'left',
})

const rules = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 5,
  paddingBottom: () => 5,
}

const rowsOf = ({ orderLines, charges }: Estimate) => [
  ...orderLines.map((one) => ({ ...one, name: one.product.name, detail: one.product.sku })),
  ...charges.map((one) => ({ ...one, detail: one.unit && `per ${one.unit}` })),
]

function totals({ subtotal, discount, tax, total }: Estimate, currency: string): Content {
  const sums: [string, string, boolean][] = [
    ...(discount || Number(tax) !== 0 ? [['Subtotal', subtotal, false] as [string, string, boolean]] : []),
    ...(discount ? [['Discount', `-${discount.amount}`, false] as [string, string, boolean]] : []),
    ...(Number(tax) === 0 ? [] : [['Tax', tax, false] as [string, string, boolean]]),
    [`Total ${currency}`, total, true],
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
        layout: { ...rules, hLineWidth: (at: number) => (at === sums.length - 1 ? 0.5 : 0) },
      },
    ],
    margin: [0, 10, 0, 0],
    unbreakable: true,
  } as Content
}

function block(
  label: string,
  texts: readonly (string | null | undefined | false | '')[],
  margin: [number, number, number, number] = [0, 0, 0, 0],
): Content {
  return {
    stack: [{ text: label, color: grey, fontSize: 8, margin: [0, 0, 0, 2] }, ...texts.filter(Boolean).map(String)],
    margin,
  }
}
