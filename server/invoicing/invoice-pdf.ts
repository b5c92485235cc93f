import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { writeDay, writeFigure } from '#shared/figures.ts'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceSums, lineNote } from '#shared/invoicing/invoice-sums.ts'
import type { Settings } from '#shared/settings/api.ts'
import { block, companyBlock, footer, grey, head, right, rows, sumTable } from './document-parts.ts'

/** Who gets it, as it stands on the document. */
export interface BillTo {
  name: string
  address: string | null
  country: string | null
  email: string | null
}

/** The invoice as the customer gets it; its figures are those of the page. */
export function invoiceDocument(invoice: Invoice, billTo: BillTo, settings: Settings): TDocumentDefinitions {
  const { currency, company } = settings
  const title = invoice.voided ? 'Void invoice' : 'Invoice'
  return {
    info: { title: `${title} ${invoice.number}`, author: company.name },
    pageMargins: [40, 40, 40, 50],
    footer: footer(`${company.name} · ${invoice.number}`),
    content: [
      {
        columns: [
          { stack: companyBlock(company) },
          {
            stack: [
              { text: title, fontSize: 18, bold: true },
              { text: invoice.number, color: grey },
            ],
            alignment: 'right',
          },
        ],
      },
      {
        columns: [
          block('Bill to', [billTo.name, billTo.address, billTo.country, billTo.email]),
          block('Details', [
            `Issued ${writeDay(invoice.issuedDate)}`,
            `Due ${writeDay(invoice.dueDate)}`,
            `Order ${invoice.order.number}`,
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
          widths: [18, '*', 60, 72, 82],
          body: [
            [head('#'), head('Description'), head('Quantity', true), head('Unit price', true), head('Amount', true)],
            ...invoice.lines.map((line, at) => lineRow(line, at)),
          ],
        },
        layout: rows,
      },
      totals(invoice, currency),
    ],
  }
}

function lineRow(line: Invoice['lines'][number], at: number): TableCell[] {
  return [
    { text: String(at + 1), color: grey },
    { stack: [line.name, { text: lineNote(line), color: grey, fontSize: 8 }] },
    right(writeFigure(String(line.quantity), 0)),
    right(writeFigure(line.unitPrice, 2)),
    right(writeFigure(line.total, 2)),
  ]
}

const totals = (invoice: Invoice, currency: string): Content =>
  sumTable([
    ...invoiceSums(invoice).map(({ label, value }): [string, string, boolean] => [label, value, false]),
    ['Total', invoice.total, true],
    ['Paid', invoice.paid, false],
    [`Amount due, ${currency}`, invoice.voided ? '0' : invoice.due, true],
  ])
