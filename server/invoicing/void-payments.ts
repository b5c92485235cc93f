import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { Work } from '#server/kernel/work.ts'
import { type CreditMove, moveCredit } from './credit.ts'
import { type LockedInvoice, type Settled, settle } from './payments.ts'

/** A ledger entry that was not reversed. */
interface LedgerEntry {
  id: string
  invoiceId: string
  paymentId: string | null
  amount: number
}

/** The ids of valid payments on an invoice. The customer's credit must be locked. */
export async function paymentsOn(work: Work, invoiceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct p.payment_id as id from payment_entry p
    where p.invoice_id = ${invoiceId} and p.kind = 'PAYMENT'
      and not exists (select 1 from payment_entry r where r.reverses_id = p.id)`.execute(work.tx)
  return rows.map((row) => row.id)
}

/** The invoices that these payments were for. */
export async function invoicesOf(work: Work, paymentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct invoice_id as id from payment_entry
    where payment_id = any(${listOf(paymentIds)})`.execute(work.tx)
  return rows.map((row) => row.id)
}

/**
 * Voids payments as a whole and returns the credit that was applied to the invoice `creditOn`: each entry gets a reversing entry.
 * Throws CREDIT_USED if credit from these payments has been used.
 */
export async function voidPayments(
  work: Work,
  accountId: string,
  invoices: ReadonlyMap<string, LockedInvoice>,
  what: { payments: readonly string[]; creditOn?: string },
  reason: string,
): Promise<Settled[]> {
  const { rows } =
    await sql<LedgerEntry>`select p.id, p.invoice_id as "invoiceId", p.payment_id as "paymentId", p.amount
    from payment_entry p where not exists (select 1 from payment_entry r where r.reverses_id = p.id)
      and (p.kind = 'PAYMENT' and p.payment_id = any(${listOf(what.payments)})
        or p.kind = 'CREDIT' and p.invoice_id = ${what.creditOn ?? null}::uuid)`.execute(work.tx)
  const credits = await sql<{
    id: string
    kind: string
    amount: number
    invoice: string | null
    payment: string | null
  }>`
    select c.id, c.kind, c.amount, c.invoice_id as invoice, c.payment_id as payment from credit_entry c
    where not exists (select 1 from credit_entry r where r.reverses_id = c.id)
      and (c.kind = 'OVERPAYMENT' and c.payment_id = any(${listOf(what.payments)})
        or c.kind = 'APPLIED' and c.payment_entry_id = any(${listOf(rows.map((row) => row.id))}))`.execute(work.tx)
  const moves = credits.rows.map(
    (row): CreditMove => ({
      accountId,
      kind: 'REVERSAL',
      amount: -row.amount,
      reversesId: row.id,
      reason,
      ...(row.invoice && { invoiceId: row.invoice }),
      ...(row.payment && { paymentId: row.payment }),
    }),
  )
  const unusedCredit = credits.rows.filter((row) => row.amount > 0).reduce((total, row) => total + row.amount, 0)
  try {
    await moveCredit(work, accountId, moves)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(
      'CREDIT_USED',
      `${formatAmount(unusedCredit)} of it was kept as credit that has already been used.`,
    )
  }
  if (rows.length > 0) {
    await work.tx
      .insertInto('payment_entry')
      .values(
        rows.map((row) => ({
          id: newId(),
          invoice_id: row.invoiceId,
          payment_id: row.paymentId,
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
  }
  await work.tx
    .updateTable('payments')
    .set({ voided_at: work.now, voided_by: work.caller.userId, void_reason: reason })
    .where('id', '=', sql<string>`any(${listOf(what.payments)})`)
    .execute()
  const changes = new Map<string, number>()
  for (const row of rows) changes.set(row.invoiceId, (changes.get(row.invoiceId) ?? 0) - row.amount)
  for (const [invoiceId, change] of changes)
    work.audit('payment.reset', 'invoice', invoiceId, { amount: formatAmount(-change), reason })
  for (const id of what.payments) work.audit('payment.voided', 'payment', id, { reason })
  return settle(work, invoices, changes)
}
