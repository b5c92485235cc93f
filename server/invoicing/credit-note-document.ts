import { sql } from 'kysely'
import type { DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Invoice } from '#shared/invoicing/api.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'

export interface CreditNote {
  number: string
  accountId: string
  invoiceId: string
  issuedDate: string
  invoice: string
  order: string
  return: string
  customerReference: string | null
  customer: string
  billTo: Invoice['billTo']
  /** Minor units; the totals include tax. */
  tax: number
  total: number
  lines: {
    name: string
    sku: string | null
    /** The lot of the returned goods; null for charges and items without lots. */
    lotNumber: string | null
    quantity: number
    taxName: string
    tax: number
    total: number
  }[]
}

/** A credit note with its lines. Throws NOT_FOUND. */
export async function getCreditNote(db: Db | Tx, id: string): Promise<CreditNote> {
  const { rows: found } =
    await sql<CreditNote>`select n.number, v.account_id as "accountId", n.invoice_id as "invoiceId", n.issued_date as "issuedDate", v.number as invoice,
      o.number as "order", r.number as "return", o.reference as "customerReference", n.tax, n.total,
      a.name as customer, coalesce(v.bill_to, ${orderAddress('bill')}) || jsonb_build_object('email', a.email) as "billTo",
      (select json_agg(json_build_object('name', l.name, 'sku', i.sku, 'lotNumber', b.lot_number, 'quantity', l.quantity,
          'taxName', l.tax_name, 'tax', l.tax, 'total', l.total) order by l.position)
        from credit_note_lines l join invoice_lines v on v.id = l.invoice_line_id left join items i on i.id = v.item_id
          left join sales_return_lines c on c.return_id = n.return_id and c.position = l.position
          left join lots b on b.id = c.lot_id and b.id <> b.item_id
        where l.credit_note_id = n.id) as lines
    from credit_notes n join invoices v on v.id = n.invoice_id join sales_orders o on o.id = v.order_id
      join sales_returns r on r.id = n.return_id join accounts a on a.id = v.account_id where n.id = ${id}`.execute(db)
  if (!found[0]) throw new Refusal('NOT_FOUND')
  return found[0]
}

/** The credit note for the customer. */
export function creditNoteDocument(note: CreditNote, currency: string): DocumentContent {
  const { number, customer, billTo } = note
  return {
    name: `Credit note ${number}`,
    heading: 'Credit note',
    number,
    foot: number,
    blocks: [
      [
        'For',
        [
          customer,
          billTo.name,
          billTo.address,
          billTo.country,
          billTo.taxNumber && `Tax number ${billTo.taxNumber}`,
          billTo.email,
        ],
      ],
      [
        'Details',
        [
          `Issued ${formatDay(note.issuedDate)}`,
          `Invoice ${note.invoice}`,
          `Order ${note.order}`,
          `Return ${note.return}`,
          note.customerReference && `Your reference ${note.customerReference}`,
          `Amounts in ${currency}`,
        ],
      ],
    ],
    columns: [
      { name: 'Description', width: '*' },
      { name: 'Quantity', width: 60, isFigure: true },
      { name: 'Tax', width: 82, isFigure: true },
      { name: 'Credit', width: 82, isFigure: true },
    ],
    lines: note.lines.map(({ name, sku, lotNumber, quantity, taxName, tax, total }) => [
      { text: name, note: [sku, lotNumber && `Lot ${lotNumber}`, tax > 0 && taxName].filter(Boolean).join(' · ') },
      formatFigure(String(quantity), 0),
      formatFigure(formatAmount(tax), 2),
      formatFigure(formatAmount(total), 2),
    ]),
    isNumbered: true,
    sums: [
      { label: 'Net', amount: formatAmount(note.total - note.tax) },
      { label: 'Tax', amount: formatAmount(note.tax) },
      { label: `Credit, ${currency}`, amount: formatAmount(note.total), isBold: true },
    ],
  }
}
