import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { assertPostingDate } from '#server/kernel/posting-date.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { PaymentMethod } from '#shared/invoicing/payment-methods.ts'
import { type PartProblem, partProblems } from '#shared/invoicing/payment-parts.ts'
import { type PaymentStatus, paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import { exactNumber, formatAmount, sum } from '#shared/money.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCredit, assertAmountAtMost } from './credit.ts'

/** A received payment and its allocation to invoices; minor units. */
export interface NewPayment {
  accountId: string
  amount: bigint
  method: PaymentMethod
  reference: string | null
  receivedDate: string
  parts: readonly { invoiceId: string; amount: bigint }[]
  /** The unallocated rest becomes the customer's credit; otherwise it is refused. */
  keepRest: boolean
}

export interface LockedInvoice {
  id: string
  number: string
  /** Null for an opening balance. */
  orderId: string | null
  accountId: string
  /** Minor units. */
  total: number
  paid: number
  version: number
}
/** An order and the new payment status of its invoice. */
export interface Settled {
  orderId: string | null
  status: PaymentStatus
}

/** Locks valid invoices in the order of their ids. Their orders and the customer's credit must be locked before. */
export async function lockInvoices(work: Work, ids: readonly string[]): Promise<Map<string, LockedInvoice>> {
  const wanted = [...new Set(ids)].toSorted()
  work.locks.take('invoice', ...wanted)
  const { rows } =
    await sql<LockedInvoice>`select id, number, order_id as "orderId", account_id as "accountId", total, paid, version
    from invoices where id = any(${listOf(wanted)}) and voided_at is null and deleted_at is null
    order by id for no key update`.execute(work.tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Adds `changes` (minor units) to the paid amounts of invoices. Returns the new payment status of each order. */
export async function settle(
  work: Work,
  invoices: ReadonlyMap<string, LockedInvoice>,
  changes: ReadonlyMap<string, number>,
): Promise<Settled[]> {
  const rows = [...changes].map(([id, change]) => ({ id, change }))
  await work.tx
    .updateTable('invoices as v')
    .from(
      sql<{ id: string; change: number }>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'c'>(
        sql`c(id uuid, change bigint)`,
      ),
    )
    .set({ paid: sql<number>`v.paid + c.change`, version: sql<number>`v.version + 1`, updated_at: work.now })
    .whereRef('v.id', '=', 'c.id')
    .execute()
  return rows.flatMap(({ id, change }) => {
    const invoice = invoices.get(id)
    if (!invoice) return []
    work.announce('invoice_updated', { invoiceId: id })
    return { orderId: invoice.orderId, status: paymentStatusOf(BigInt(invoice.total), BigInt(invoice.paid + change)) }
  })
}

/**
 * Books a payment: a ledger entry for each invoice, the rest as credit. Throws OVERPAID for more than the balance due, and for a
 * rest if it may not be kept as credit. Credit, orders and invoices must be locked.
 */
export async function bookPayment(
  work: Work,
  invoices: ReadonlyMap<string, LockedInvoice>,
  payment: NewPayment,
): Promise<{ id: string; settled: Settled[] }> {
  const { accountId, parts } = payment
  const [problem] = partProblems(payment.amount, parts, (invoiceId) => {
    const invoice = invoices.get(invoiceId)
    return invoice?.accountId === accountId ? BigInt(invoice.total - invoice.paid) : undefined
  })
  if (problem) throw refusalOf(problem, invoices)
  const changes = new Map(parts.map((part) => [part.invoiceId, exactNumber(part.amount)]))
  const given = sum(parts.map((part) => part.amount))
  const rest = payment.amount - given
  if (rest > 0n && !payment.keepRest) assertAmountAtMost(payment.amount, exactNumber(given), 'is due on these invoices')
  const id = newId()
  const { method, reference, receivedDate } = payment
  await assertPostingDate(work, 'receivedDate', receivedDate)
  const settled = await settle(work, invoices, changes)
  const number = await nextNumber(work, 'PAY')
  await work.tx
    .insertInto('payments')
    .values({
      id,
      number,
      account_id: accountId,
      received_date: receivedDate,
      method,
      reference,
      amount: exactNumber(payment.amount),
      kept: exactNumber(rest),
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  if (changes.size > 0) {
    await work.tx
      .insertInto('payment_entry')
      .values(
        [...changes].map(([invoiceId, amount]) => ({
          id: newId(),
          invoice_id: invoiceId,
          payment_id: id,
          kind: 'PAYMENT',
          amount,
          method,
          reference,
          received_date: receivedDate,
          actor_id: work.caller.userId,
          at: work.now,
        })),
      )
      .execute()
  }
  if (rest > 0n)
    await moveCredit(work, accountId, [{ accountId, kind: 'OVERPAYMENT', amount: exactNumber(rest), paymentId: id }])
  work.audit('payment.recorded', 'payment', id, {
    number,
    amount: formatAmount(payment.amount),
    method,
    kept: formatAmount(rest),
    invoices: [...changes].map(([invoiceId, amount]) => ({ invoiceId, amount: formatAmount(amount) })),
  })
  return { id, settled }
}

function refusalOf({ path, message, over }: PartProblem, invoices: ReadonlyMap<string, LockedInvoice>): Refusal {
  if (!over) return invalid(path, message)
  const due = formatAmount(over.due)
  const left = over.due > 0 ? `Only ${due}` : 'Nothing'
  return new Refusal('OVERPAID', `${left} is due on ${invoices.get(over.invoiceId)?.number}.`, {
    fields: { [path]: message },
    details: { due },
  })
}

/** Applies the customer's credit to an invoice. Throws OVERPAID for more than the balance due or the credit. */
export async function bookCredit(
  work: Work,
  invoice: LockedInvoice,
  credit: number,
  amount: bigint,
): Promise<Settled[]> {
  assertAmountAtMost(amount, invoice.total - invoice.paid, 'is due on this invoice')
  assertAmountAtMost(amount, credit, 'of credit is left', 'No credit is left.')
  const entryId = newId()
  const { id: invoiceId, accountId } = invoice
  await work.tx
    .insertInto('payment_entry')
    .values({
      id: entryId,
      invoice_id: invoiceId,
      kind: 'CREDIT',
      amount: exactNumber(amount),
      received_date: work.today,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  await moveCredit(work, accountId, [{ accountId, kind: 'APPLIED', amount: -exactNumber(amount), invoiceId, entryId }])
  work.audit('credit.used', 'invoice', invoiceId, { amount: formatAmount(amount) })
  return settle(work, new Map([[invoiceId, invoice]]), new Map([[invoiceId, exactNumber(amount)]]))
}
