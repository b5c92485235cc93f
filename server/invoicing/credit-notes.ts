import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { creditShare } from '#shared/invoicing/credit-share.ts'
import type { PaymentStatus } from '#shared/invoicing/payment-status.ts'
import { formatAmount } from '#shared/money.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCredit } from './credit.ts'
import { bookCredit, type LockedInvoice, lockInvoices } from './payments.ts'

export interface CreditedReturn {
  returnId: string
  accountId: string
  /** Credits services and fees too, unless a credit note has credited them already. */
  creditCharges: boolean
  lines: readonly { orderLineId: string; position: number; quantity: number }[]
}

interface InvoiceLine {
  id: string
  orderLineId: string | null
  kind: 'item' | 'service' | 'fee'
  name: string
  quantity: number
  taxName: string
  tax: number
  total: number
  /** Pieces that earlier credit notes have credited. */
  credited: number
}

/** Locks the valid invoice of an order; undefined if there is none. The order and the customer's credit must be locked. */
export async function lockInvoiceOf(work: Work, orderId: string): Promise<LockedInvoice | undefined> {
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${orderId} and voided_at is null
    and deleted_at is null`.execute(work.tx)
  return rows[0] && (await lockInvoices(work, [rows[0].id])).get(rows[0].id)
}

/**
 * Credits the customer for returned goods, at the net price and tax of the invoice, and applies the credit to that invoice up to
 * its balance due. The customer's credit, the order and the invoice must be locked. Returns the order's new payment status; null
 * if it stays the same.
 */
export async function creditReturn(
  work: Work,
  invoice: LockedInvoice,
  back: CreditedReturn,
): Promise<PaymentStatus | null> {
  const lines = creditLines(await invoiceLines(work, invoice.id), back)
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  if (total === 0) return null
  const id = newId()
  const { accountId, returnId } = back
  const number = await nextNumber(work, 'CN')
  await work.tx
    .insertInto('credit_notes')
    .values({
      id,
      number,
      account_id: accountId,
      invoice_id: invoice.id,
      return_id: returnId,
      issued_date: work.today,
      tax,
      total,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  await work.tx
    .insertInto('credit_note_lines')
    .values(lines.map((line) => ({ id: newId(), credit_note_id: id, ...line })))
    .execute()
  const reason = `Credit note ${number}`
  await moveCredit(work, accountId, [
    { accountId, kind: 'CREDIT_NOTE', amount: total, invoiceId: invoice.id, sourceId: id, reason },
  ])
  work.audit('creditNote.issued', 'invoice', invoice.id, { number, total: formatAmount(total) })
  work.announce('invoice_updated', { invoiceId: invoice.id })
  const open = Math.min(total, invoice.total - invoice.paid)
  if (open === 0) return null
  const settled = await bookCredit(work, invoice, total, BigInt(open))
  return settled[0]?.status ?? null
}

async function invoiceLines(work: Work, invoiceId: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`select l.id, l.order_line_id as "orderLineId", l.kind, l.name, l.quantity,
      l.tax_name as "taxName", l.tax, l.gross as total,
      coalesce((select sum(c.quantity) from credit_note_lines c where c.invoice_line_id = l.id), 0)::int as credited
    from invoice_lines l where l.invoice_id = ${invoiceId} order by l.position`.execute(work.tx)
  return rows
}

function creditLines(invoiced: readonly InvoiceLine[], { lines, creditCharges }: CreditedReturn) {
  const before = new Map(invoiced.map((line) => [line.id, line.credited]))
  const credit = (line: InvoiceLine, position: number, quantity: number) => {
    const share = creditShare(line, before.get(line.id) ?? 0, quantity)
    before.set(line.id, (before.get(line.id) ?? 0) + quantity)
    return { position, invoice_line_id: line.id, name: line.name, quantity, tax_name: line.taxName, ...share }
  }
  const goods = lines.flatMap(({ orderLineId, position, quantity }) => {
    const line = invoiced.find((one) => one.kind === 'item' && one.orderLineId === orderLineId)
    return line ? [credit(line, position, quantity)] : []
  })
  const charges = invoiced
    .filter((line) => creditCharges && line.kind !== 'item' && line.credited === 0)
    .map((line, at) => credit(line, 1001 + at, line.quantity))
  return [...goods, ...charges]
}
