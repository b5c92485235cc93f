import { sql } from 'kysely'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { writeDay, writeFigure } from '#shared/figures.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { Settings } from '#shared/settings/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { block, companyBlock, footer, grey, head, right, rows, sumTable } from './document-parts.ts'
import type { BillTo } from './invoice-pdf.ts'

export interface CreditNote {
  number: string
  accountId: string
  invoiceId: string
  issuedDate: string
  invoice: string
  order: string
  return: string
  billTo: BillTo
  /** Minor units; the totals are with tax. */
  tax: number
  total: number
  lines: { name: string; quantity: number; taxName: string; tax: number; total: number }[]
}

/** A credit note with its lines. Throws NOT_FOUND. */
export async function getCreditNote(db: Db | Tx, id: string): Promise<CreditNote> {
  const { rows: found } =
    await sql<CreditNote>`select n.number, v.account_id as "accountId", n.invoice_id as "invoiceId", n.issued_date as "issuedDate", v.number as invoice,
      o.number as "order", r.number as "return", n.tax, n.total,
      json_build_object('name', a.name, 'address', a.address, 'country', a.country, 'email', a.email) as "billTo",
      (select json_agg(json_build_object('name', l.name, 'quantity', l.quantity, 'taxName', l.tax_name, 'tax', l.tax,
        'total', l.total) order by l.position) from credit_note_lines l where l.credit_note_id = n.id) as lines
    from credit_notes n join invoices v on v.id = n.invoice_id join sales_orders o on o.id = v.order_id
      join sales_returns r on r.id = n.return_id join accounts a on a.id = v.account_id where n.id = ${id}`.execute(db)
  if (!found[0]) throw new Refusal('NOT_FOUND')
  return found[0]
}

/** The credit note as the customer gets it. */
export function creditNoteDocument(note: CreditNote, { currency, company }: Settings): TDocumentDefinitions {
  const { billTo } = note
  return {
    info: { title: `Credit note ${note.number}`, author: company.name },
    pageMargins: [40, 40, 40, 50],
    footer: footer(`${company.name} · ${note.number}`),
    content: [
      {
        columns: [
          { stack: companyBlock(company) },
          {
            stack: [
              { text: 'Credit note', fontSize: 18, bold: true },
              { text: note.number, color: grey },
            ],
            alignment: 'right',
          },
        ],
      },
      {
        columns: [
          block('For', [billTo.name, billTo.address, billTo.country, billTo.email]),
          block('Details', [
            `Issued ${writeDay(note.issuedDate)}`,
            `Invoice ${note.invoice}`,
            `Order ${note.order}`,
            `Return ${note.return}`,
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
          widths: [18, '*', 60, 82, 82],
          body: [
            [head('#'), head('Description'), head('Quantity', true), head('Tax', true), head('Credit', true)],
            ...note.lines.map((line, at) => [
              { text: String(at + 1), color: grey },
              { stack: [line.name, ...(line.tax > 0 ? [{ text: line.taxName, color: grey, fontSize: 8 }] : [])] },
              right(writeFigure(String(line.quantity), 0)),
              right(writeFigure(formatAmount(line.tax), 2)),
              right(writeFigure(formatAmount(line.total), 2)),
            ]),
          ],
        },
        layout: rows,
      },
      sumTable([
        ['Net', formatAmount(note.total - note.tax), false],
        ['Tax', formatAmount(note.tax), false],
        [`Credit, ${currency}`, formatAmount(note.total), true],
      ]),
    ],
  }
}
