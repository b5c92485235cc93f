import type { DocumentBlock, DocumentContent } from '#server/documents/document-content.ts'
import { shipToBlock } from '#server/documents/address-blocks.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Invoice } from '#shared/invoicing/api.ts'
import type { Settings } from '#shared/settings/api.ts'
import { invoiceSums, lineNote, lotNote, settlementSums } from '#shared/invoicing/invoice-sums.ts'

/** The bank account to pay to; empty if the company has not entered one. */
export const payToBlock = ({ name, iban, bic }: Settings['company'], reference?: string): DocumentBlock[] =>
  iban ? [['Pay to', [name, `IBAN ${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, bic && `BIC ${bic}`, reference]]] : []

/** The invoice for the customer, with the figures of its page. */
type Sender = Pick<Settings, 'currency' | 'company' | 'documents'>

export function invoiceDocument(invoice: Invoice, { currency, company, documents }: Sender): DocumentContent {
  const { number, voided, account, billTo, shipTo } = invoice
  const name = invoice.order ? 'Invoice' : 'Opening balance'
  const heading = voided ? `Void ${name.toLowerCase()}` : name
  return {
    name: `${heading} ${number}`,
    heading,
    number,
    foot: number,
    blocks: [
      [
        'Bill to',
        [
          account.name,
          billTo.name,
          billTo.address,
          billTo.country,
          billTo.taxNumber && `Tax number ${billTo.taxNumber}`,
          billTo.email,
        ],
      ],
      ...shipToBlock(account.name, billTo, shipTo),
      [
        'Details',
        [
          `Issued ${formatDay(invoice.issuedDate)}`,
          `Due ${formatDay(invoice.dueDate)}`,
          invoice.order ? `Order ${invoice.order.number}` : `Reference ${invoice.reference}`,
          invoice.customerReference && `Your reference ${invoice.customerReference}`,
          `Amounts in ${currency}`,
        ],
      ],
    ],
    columns: [
      { name: 'Description', width: '*' },
      { name: 'Quantity', width: 60, isFigure: true },
      { name: 'Unit price', width: 72, isFigure: true },
      { name: 'Amount', width: 82, isFigure: true },
    ],
    lines: invoice.lines.map((line) => [
      {
        text: line.name,
        note: [lineNote(line), ...line.lots.map((lot) => lotNote(lot, formatDay))].filter(Boolean).join('\n'),
      },
      formatFigure(String(line.quantity), 0),
      formatFigure(line.unitPrice, 2),
      formatFigure(line.total, 2),
    ]),
    isNumbered: true,
    sums: [
      ...invoiceSums(invoice).map(({ label, value }) => ({ label, amount: value })),
      { label: 'Total', amount: invoice.total, isBold: true },
      ...settlementSums(invoice).map(({ label, value }) => ({ label, amount: value })),
      { label: `Balance due, ${currency}`, amount: voided ? '0' : invoice.due, isBold: true },
    ],
    below: voided ? [] : payToBlock(company, `Reference ${number}`),
    ...(documents.invoiceTerms && { closing: documents.invoiceTerms }),
  }
}
