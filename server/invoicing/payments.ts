import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { invoicingApi } from '#shared/invoicing/api.ts'
import { type PaymentStatus, paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import { formatAmount } from '#shared/money.ts'
import type { Work } from '#server/db/work.ts'

type Payment = Asked<(typeof invoicingApi.recordPayment)['spec']>['body']

interface Open {
  total: number
  paid: number
  version: number
}

/** Books a payment: one ledger row, and the running total with it. Throws OVERPAID. The order must be locked. */
export async function recordPayment(work: Work, invoiceId: string, payment: Payment): Promise<PaymentStatus> {
  const invoice = await lockInvoice(work, invoiceId)
  const due = BigInt(invoice.total - invoice.paid)
  if (payment.amount > due) {
    const words = due > 0n ? `Only ${formatAmount(due)} is open.` : 'Nothing is open on this invoice.'
    throw new Refusal('OVERPAID', words, {
      fields: { amount: `at most ${formatAmount(due)}` },
      details: { due: formatAmount(due) },
    })
  }
  const id = newId()
  const amount = Number(payment.amount)
  await sql`with entry as (
      insert into payment_entry (id, invoice_id, kind, amount, method, reference, received_date, actor_id, at)
      values (${id}, ${invoiceId}, 'PAYMENT', ${amount}, ${payment.method}, ${payment.reference}, ${payment.receivedDate},
        ${work.caller.userId}, ${work.now}))
    update invoices set paid = paid + ${amount}, version = version + 1, updated_at = ${work.now}
    where id = ${invoiceId}`.execute(work.tx)
  work.audit('payment.recorded', 'invoice', invoiceId, { amount: formatAmount(amount), method: payment.method })
  work.announce('invoice_updated', { invoiceId })
  return paymentStatusOf(BigInt(invoice.total), BigInt(invoice.paid) + payment.amount)
}

/** Reverses exactly the payments that stand, each by a row of its own. Throws CHANGED_MEANWHILE for an old version. */
export async function resetPayments(
  work: Work,
  invoiceId: string,
  version: number,
  reason: string,
): Promise<PaymentStatus> {
  const invoice = await lockInvoice(work, invoiceId)
  if (invoice.version !== version) {
    throw new Refusal('CHANGED_MEANWHILE', undefined, { details: { version: invoice.version } })
  }
  if (invoice.paid === 0) throw new Refusal('MOVE_NOT_OPEN', 'No payment stands on this invoice.')
  const { rows } = await sql<{ id: string; amount: number }>`select p.id, p.amount from payment_entry p
    where p.invoice_id = ${invoiceId} and p.kind = 'PAYMENT'
      and not exists (select 1 from payment_entry r where r.reverses_id = p.id)`.execute(work.tx)
  await work.tx
    .insertInto('payment_entry')
    .values(
      rows.map((row) => ({
        id: newId(),
        invoice_id: invoiceId,
        kind: 'REVERSAL',
        amount: row.amount,
        received_date: work.today,
        reason,
        reverses_id: row.id,
        actor_id: work.caller.userId,
        at: work.now,
      })),
    )
    .execute()
  const reversed = rows.reduce((total, row) => total + row.amount, 0)
  await sql`update invoices set paid = paid - ${reversed}, version = version + 1, updated_at = ${work.now}
    where id = ${invoiceId}`.execute(work.tx)
  work.audit('payment.reset', 'invoice', invoiceId, { amount: formatAmount(reversed), reason })
  work.announce('invoice_updated', { invoiceId })
  return paymentStatusOf(BigInt(invoice.total), BigInt(invoice.paid - reversed))
}

async function lockInvoice(work: Work, id: string): Promise<Open> {
  work.locks.take('invoice', id)
  const { rows } = await sql<Open>`select total, paid, version from invoices
    where id = ${id} and voided_at is null and deleted_at is null for no key update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}
