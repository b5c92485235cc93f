import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import { whyCreditNotReversed, whyInvoiceNotDeletable } from '#shared/invoicing/invoice-guards.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { takeNumbers } from '#server/kernel/numbers.ts'
import { assertPostingDate } from '#server/kernel/posting-date.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'
import { lockCredit, lockCreditIfThere, moveCredit, withMerged } from './credit.ts'
import { lockInvoices } from './payments.ts'

/** What a customer owed when the company began with Wardstock, in minor units; negative if the company owed the customer. */
export interface OpeningBalance {
  accountId: string
  amount: number
  issuedDate: string
  dueDate: string
  /** The document's reference in the old system. */
  reference: string
}

/** Valid opening balances of customers and of those who were merged into them: `account reference` in lower case → amount. */
export async function openingBalancesOf(db: Db | Tx, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; reference: string; amount: number }>`
    select account_id as "accountId", reference, total as amount from invoices
      where account_id = any(${accountIds}::uuid[]) and order_id is null and voided_at is null
    union all select coalesce(m.merged_into, m.id), reference, -amount from credit_entry c join accounts m on m.id = c.account_id
      where coalesce(m.merged_into, m.id) = any(${accountIds}::uuid[]) and kind = 'OPENING'
        and not exists (select 1 from credit_entry r where r.reverses_id = c.id)`.execute(db)
  return new Map(rows.map((row) => [openingKey(row.accountId, row.reference), row.amount]))
}

export const openingKey = (accountId: string, reference: string): string => `${accountId} ${reference.toLowerCase()}`

/**
 * Books opening balances: receivables as invoices with one line and no order, customer credit as credit. The caller must check
 * that no reference is already in use for its customer.
 */
export async function bookOpeningBalances(work: Work, balances: readonly OpeningBalance[]): Promise<void> {
  const [earliest] = balances.map(({ issuedDate }) => issuedDate).toSorted()
  if (earliest === undefined) return
  await assertPostingDate(work, 'issuedDate', earliest)
  const accountIds = [...new Set(balances.map(({ accountId }) => accountId))].toSorted()
  for (const accountId of accountIds) await lockCredit(work, accountId)
  for (const accountId of accountIds) {
    const credits = balances.filter((one) => one.accountId === accountId && one.amount < 0)
    const moves = credits.map(({ amount, reference, issuedDate }) => ({
      accountId,
      kind: 'OPENING' as const,
      amount: -amount,
      reference,
      day: issuedDate,
    }))
    await moveCredit(work, accountId, moves)
    for (const { amount, reference } of moves)
      work.audit('credit.opened', 'account', accountId, { amount: formatAmount(amount), reference })
  }
  await bookInvoices(
    work,
    balances.filter(({ amount }) => amount > 0),
  )
}

async function bookInvoices(work: Work, balances: readonly OpeningBalance[]): Promise<void> {
  if (balances.length === 0) return
  const year = Number(work.today.slice(0, 4))
  const numbers = await takeNumbers(
    work,
    balances.map(() => ({ series: 'OB', year })),
  )
  const rows = balances.map((one, at) => ({ ...one, id: newId(), lineId: newId(), number: numbers[at] ?? '' }))
  await sql`with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as w(id uuid, "lineId" uuid, number text, "accountId" uuid,
        amount bigint, "issuedDate" date, "dueDate" date, reference text)),
    v as (
      insert into invoices (id, number, reference, cycle, account_id, issued_date, due_date, total, bill_to, ship_to, created_at)
      select w.id, w.number, w.reference, 0, a.id, w."issuedDate", w."dueDate", w.amount, x.place, x.place, ${work.now}::timestamptz
      from wanted w join accounts a on a.id = w."accountId"
        cross join lateral (select jsonb_build_object('id', null, 'name', null, 'address', a.address, 'country', a.country,
          'taxNumber', a.tax_number) as place) x)
    insert into invoice_lines (id, invoice_id, position, kind, name, quantity, unit_price, total)
    select "lineId", id, 1, 'opening', 'Opening balance', 1, amount * 100, amount from wanted`.execute(work.tx)
  for (const { id, number, amount, reference } of rows) {
    work.audit('invoice.opened', 'invoice', id, { number, total: amount, reference })
    work.announce('invoice_updated', { invoiceId: id })
  }
}

/** Voids and deletes an opening invoice. Throws NOT_FOUND, INVALID_TRANSITION if it has payments. */
export async function deleteOpeningInvoice(work: Work, id: string, accountId: string): Promise<void> {
  await lockCredit(work, accountId)
  const invoice = (await lockInvoices(work, [id])).get(id)
  if (!invoice) throw new Refusal('NOT_FOUND')
  const why = whyInvoiceNotDeletable({ hasPayments: invoice.paid > 0 })
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  const reason = 'The opening balance was deleted'
  await work.tx
    .updateTable('invoices')
    .set({
      voided_at: work.now,
      void_reason: reason,
      deleted_at: momentSql,
      deleted_by: work.caller.userId,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.audit('invoice.deleted', 'invoice', id, { number: invoice.number, reason })
  work.announce('invoice_updated', { invoiceId: id })
}

/** Reverses an opening credit. Throws NOT_FOUND, ALREADY_DONE, CREDIT_USED. */
export async function reverseOpeningCredit(work: Work, accountId: string, entryId: string, reason: string) {
  const credit = await lockCreditIfThere(work, accountId)
  if (credit === null) throw new Refusal('NOT_FOUND')
  const { rows } = await sql<{ amount: number; reference: string; reversed: boolean }>`select amount, reference,
      exists (select 1 from credit_entry r where r.reverses_id = c.id) as reversed
    from credit_entry c
    where id = ${entryId} and account_id in ${withMerged(sql`${accountId}`)} and kind = 'OPENING'`.execute(work.tx)
  const [entry] = rows
  if (!entry) throw new Refusal('NOT_FOUND')
  const why = whyCreditNotReversed(entry)
  if (why) throw new Refusal('ALREADY_DONE', why)
  if (entry.amount > credit)
    throw new Refusal('CREDIT_USED', `Only ${formatAmount(credit)} of it is left; the rest has been used.`)
  const { amount, reference } = entry
  await moveCredit(work, accountId, [
    { accountId, kind: 'REVERSAL', amount: -amount, reversesId: entryId, reference, reason },
  ])
  work.audit('credit.openingReversed', 'account', accountId, { amount: formatAmount(amount), reference, reason })
  return { credit: formatAmount(credit - amount) }
}
