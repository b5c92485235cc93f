import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { CreditEntry, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { exactNumber, formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import type { Work } from '#server/kernel/work.ts'

/** One entry in the ledger of customer credit; `amount` in minor units, with its sign. */
export interface CreditMove {
  accountId: string
  /** MOVED: from or to another customer, when two are merged. */
  kind: CreditEntry['kind'] | 'MOVED'
  amount: number
  /** The posting date, unless it is today. */
  day?: string
  paymentId?: string
  invoiceId?: string
  /** The entry in the invoice's payment ledger that the credit settled. */
  entryId?: string
  /** The id of another source: a credit note, or the other customer of a merge. */
  sourceId?: string
  method?: string
  reference?: string | null
  reason?: string
  reversesId?: string
}

/** SQL of the ids of a customer and of those who were merged into them: their credit is this customer's now. */
export const withMerged = (accountId: RawBuilder<unknown>) =>
  sql`(select m.id from accounts m where m.id = ${accountId} or m.merged_into = ${accountId})`

/**
 * Locks all money of a customer whom a document refers to, until the commit. Returns their credit in minor units. If the customer
 * was merged into another since the document was read, the transaction is retried: the document is the other's by now.
 */
export async function lockCredit(work: Work, accountId: string): Promise<number> {
  const credit = await lockCreditIfThere(work, accountId)
  if (credit === null) throw new MergedMeanwhile()
  return credit
}

/**
 * The same for a customer from the request: null if there is no such customer, or they were merged into another. If that happened
 * while waiting for the lock, the transaction is retried, as what was read before is about the wrong customer.
 */
export async function lockCreditIfThere(work: Work, accountId: string): Promise<number | null> {
  work.locks.take('credit', accountId)
  const [rows, merged] = await Promise.all([
    work.tx
      .insertInto('customer_credit')
      .columns(['account_id'])
      .expression(sql`select id from accounts where id = ${accountId} and merged_into is null`)
      .onConflict((oc) => oc.column('account_id').doUpdateSet({ credit: sql<number>`customer_credit.credit` }))
      .returning('credit')
      .execute(),
    // A separate statement, so that it sees what was committed while the first one waited for the lock.
    sql`select 1 from accounts where id = ${accountId} and merged_into is not null`.execute(work.tx),
  ])
  if (rows[0] && merged.rows.length > 0) throw new MergedMeanwhile()
  return rows[0]?.credit ?? null
}

/** Has the code of a serialization failure, so the transaction is retried. */
class MergedMeanwhile extends Error {
  readonly code = '40001'
}

/**
 * Writes entries of one customer's credit and updates the running total: the only place that does. The credit must be locked.
 * Throws OVERPAID if the total would become negative.
 */
export async function moveCredit(work: Work, accountId: string, moves: readonly CreditMove[]): Promise<void> {
  if (moves.length === 0) return
  const change = moves.reduce((total, move) => total + move.amount, 0)
  const rows = await work.tx
    .updateTable('customer_credit')
    .set({ credit: sql<number>`credit + ${change}` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`credit + ${change} >= 0`)
    .returning('credit')
    .execute()
  if (rows.length === 0) throw new Refusal('OVERPAID', 'There is not enough credit left.')
  await work.tx
    .insertInto('credit_entry')
    .values(
      moves.map((move) => ({
        id: newId(),
        account_id: move.accountId,
        kind: move.kind,
        amount: move.amount,
        payment_id: move.paymentId ?? null,
        invoice_id: move.invoiceId ?? null,
        payment_entry_id: move.entryId ?? null,
        source_id: move.sourceId ?? null,
        day: move.day ?? work.today,
        method: move.method ?? null,
        reference: move.reference ?? null,
        reason: move.reason ?? null,
        reverses_id: move.reversesId ?? null,
        actor_id: work.caller.userId,
        at: work.now,
      })),
    )
    .execute()
  work.announce('account_updated', { accountId })
}

type Refund = RequestOf<(typeof paymentsApi.refundCredit)['spec']>['body']

/** Pays credit back to the customer. Throws NOT_FOUND, OVERPAID for more than the credit. */
export async function refundCredit(work: Work, accountId: string, refund: Refund): Promise<{ credit: string }> {
  const credit = await lockCreditIfThere(work, accountId)
  if (credit === null) throw new Refusal('NOT_FOUND')
  const amount = exactNumber(refund.amount)
  assertAmountAtMost(refund.amount, credit, 'of credit is left', 'No credit is left.')
  const { method, reference, reason } = refund
  await moveCredit(work, accountId, [{ accountId, kind: 'REFUND', amount: -amount, method, reference, reason }])
  work.audit('credit.refunded', 'account', accountId, { amount: formatAmount(amount), method, reason })
  return { credit: formatAmount(credit - amount) }
}

/** Throws OVERPAID, with the field, if `amount` exceeds `maximum`. Minor units. */
export function assertAmountAtMost(amount: bigint, maximum: number, words: string, none = `Nothing ${words}.`): void {
  if (amount <= BigInt(maximum)) return
  throw new Refusal('OVERPAID', maximum > 0 ? `Only ${formatAmount(maximum)} ${words}.` : none, {
    fields: { amount: `can’t exceed ${formatAmount(maximum)}` },
    details: { due: formatAmount(maximum) },
  })
}

/** Credit entries of a customer and of those who were merged into them, newest first. */
export async function listCredit(
  db: Db,
  accountId: string,
  { limit, cursor }: RequestOf<(typeof paymentsApi.listCredit)['spec']>['query'],
) {
  const isOlder = cursor ? sql`and (at, id) < (select c.at, c.id from credit_entry c where c.id = ${cursor})` : sql``
  const { rows } = await sql<{
    credit: number | null
    entries: (Omit<CreditEntry, 'amount'> & { amount: number })[] | null
  }>`
    select (select credit from customer_credit c where c.account_id = a.id) as credit,
      (select json_agg(json_build_object('id', e.id, 'kind', e.kind, 'amount', e.amount, 'day', e.day,
          'invoice', case when v.id is not null then json_build_object('id', v.id, 'number', v.number) end,
          'payment', p.number, 'reference', e.reference, 'reason', e.reason,
          'reversed', exists (select 1 from credit_entry r where r.reverses_id = e.id), 'actor', u.name, 'at', ${utc(sql`e.at`)}) order by e.at desc, e.id desc)
        from (select * from credit_entry where kind <> 'MOVED'
            and account_id in ${withMerged(sql`a.id`)} ${isOlder} order by at desc, id desc limit ${limit + 1}) e
        left join invoices v on v.id = e.invoice_id left join payments p on p.id = e.payment_id
        left join users u on u.id = e.actor_id) as entries
    from accounts a where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const entries = row.entries ?? []
  const data = entries.slice(0, limit).map((entry) => ({ ...entry, amount: formatAmount(entry.amount) }))
  return {
    credit: formatAmount(row.credit ?? 0),
    data,
    nextCursor: entries.length > limit ? (data.at(-1)?.id ?? null) : null,
  }
}
