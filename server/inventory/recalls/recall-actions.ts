import { sql } from 'kysely'
import { expectedReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { v7 as newId } from 'uuid'
import type { RequestOf } from '#shared/http/route.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { recallNotice } from './recall-notice.ts'
import type { LotEffect } from '#shared/inventory/lots/api.ts'
import type { recallsApi } from '#shared/inventory/recalls/api.ts'
import { isDueByMail, type Recall, type RecallCustomer } from '#shared/inventory/recalls/recall.ts'
import { whyRecallNotOpen } from '#shared/inventory/recalls/recall-guards.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockLotRows } from '#server/kernel/lot-lock.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import { nextVersion } from '#server/db/next-version.ts'
import type { RecallSearch } from './recall-search.ts'
import { recallFigures } from './recall-figures.ts'
import { isNotifiedSql } from './notified.ts'
import { getRecall } from './recalls.ts'

type Body<K extends 'tell' | 'comeBack'> = RequestOf<(typeof recallsApi)[K]['spec']>['body']

export interface NewRecall {
  id: string
  search: RecallSearch
  reason: string
  instruction: string
  lots: readonly { id: string; status: string }[]
  named: readonly string[]
  tookMs: number
  effect: LotEffect
}

/** Creates the recall. Call it last, as it draws its number. */
export async function writeRecall(work: Work, recall: NewRecall): Promise<void> {
  const { id, search, reason, instruction, lots, named, tookMs, effect } = recall
  const number = await nextNumber(work, 'RC')
  await work.tx
    .insertInto('recalls')
    .values({
      id,
      number,
      reason,
      instruction,
      supplier_id: search.supplierId ?? null,
      received_from: search.receivedFrom ?? null,
      received_to: search.receivedTo ?? null,
      took_ms: Math.round(tookMs),
      effect: JSON.stringify(effect),
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  await work.tx
    .insertInto('recall_lots')
    .columns(['recall_id', 'lot_id', 'status_before', 'is_derived'])
    .expression(sql`select ${id}, x.id, x.status, not x.id = any(${named}::uuid[])
    from unnest(${lots.map((lot) => lot.id)}::uuid[], ${lots.map((lot) => lot.status)}::text[]) as x(id, status)`)
    .execute()
  work.audit('recall.started', 'recall', id, { number, reason, lots: lots.length, ...search })
  work.announce('inventory_transaction', { transactionId: id })
}

/** Locks a recall. Throws NOT_FOUND, INVALID_TRANSITION unless it is open. */
export async function lockOpenRecall(work: Work, id: string): Promise<{ number: string }> {
  const { rows } = await sql<Pick<Recall, 'number' | 'status'>>`select number, status from recalls where id = ${id}
    for no key update`.execute(work.tx)
  work.locks.take('recall', id)
  const [recall] = rows
  if (!recall) throw new Refusal('NOT_FOUND')
  const why = whyRecallNotOpen(recall)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status: recall.status } })
  return recall
}

async function touch(work: Work, id: string): Promise<void> {
  await work.tx
    .updateTable('recalls')
    .set({ version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.announce('inventory_transaction', { transactionId: id })
}

/** The mail to one customer of a recall. Throws NOT_FOUND. */
export async function noticeFor(db: Db | Tx, recallId: string, accountId: string) {
  const recall = await getRecall(db, recallId, true)
  const customer = recall.customers.find((one) => one.id === accountId)
  if (!customer) throw new Refusal('NOT_FOUND')
  return noticeOf(recall, await companyOf(db), customer)
}

async function companyOf(db: Db | Tx) {
  const { rows } = await sql<{ name: string | null; phone: string | null; contactEmail: string | null }>`select
    content #>> '{company,name}' as name, content #>> '{company,phone}' as phone,
    content #>> '{company,contactEmail}' as "contactEmail" from settings`.execute(db)
  const [company] = rows
  return { name: company?.name ?? '', phone: company?.phone ?? null, contactEmail: company?.contactEmail ?? null }
}

function noticeOf(
  { number, reason, instruction }: Recall,
  company: Awaited<ReturnType<typeof companyOf>>,
  customer: RecallCustomer,
) {
  return { to: customer.email, ...recallNotice({ number, reason, instruction, company, customer }) }
}

/** Records that a customer was notified; a mail is queued in the same transaction and sent after it. */
export async function notifyCustomer(work: Work, recallId: string, accountId: string, { how, note }: Body<'tell'>) {
  const { number } = await lockOpenRecall(work, recallId)
  const notice = await noticeFor(work.tx, recallId, accountId)
  if (how === 'mail' && !notice.to) throw invalid('how', 'the customer has no email address')
  const { to, subject, lines } = notice
  const mailId = how === 'mail' && to ? await queueMail(work.tx, { to, subject, lines }) : null
  await saveNotifications(work, recallId, [{ accountId, mailId }], how, note)
  await touch(work, recallId)
  work.audit('recall.told', 'recall', recallId, { number, accountId, how, note })
}

interface NotifiedCustomer {
  accountId: string
  mailId: string | null
}

/** Customers who were notified before stay so, whatever happens to a further mail. */
async function saveNotifications(
  work: Work,
  recallId: string,
  notified: readonly NotifiedCustomer[],
  how: string,
  note: string | null,
) {
  const sorted = notified.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
  await work.tx
    .insertInto('recall_customers')
    .columns(['recall_id', 'account_id', 'told_how', 'told_note', 'told_at', 'told_by', 'told_mail_id'])
    .expression(sql`select ${recallId}, account_id, ${how}, ${note}, ${work.now}, ${work.caller.userId}, mail_id
    from unnest(${sorted.map(({ accountId }) => accountId)}::uuid[], ${sorted.map(({ mailId }) => mailId)}::uuid[]) as told(account_id, mail_id)`)
    .onConflict((oc) =>
      oc.columns(['recall_id', 'account_id']).doUpdateSet((eb) => ({
        told_how: eb.ref('excluded.told_how'),
        told_note: eb.ref('excluded.told_note'),
        told_at: eb.ref('excluded.told_at'),
        told_by: eb.ref('excluded.told_by'),
        told_mail_id: sql<string>`case when not ${isNotifiedSql('recall_customers')} then excluded.told_mail_id end`,
      })),
    )
    .execute()
}

/** Mails all customers who are not notified, have an email address and no mail under way; returns their number. */
export async function mailEverybody(work: Work, recallId: string, isMailSetUp: boolean): Promise<number> {
  const { number } = await lockOpenRecall(work, recallId)
  const recall = await getRecall(work.tx, recallId, true)
  const due = recall.customers.filter((customer) => isDueByMail(customer, isMailSetUp))
  const company = await companyOf(work.tx)
  const notified: NotifiedCustomer[] = []
  for (const customer of due) {
    const { subject, lines } = noticeOf(recall, company, customer)
    const mailId = await queueMail(work.tx, { to: customer.email ?? '', subject, lines })
    notified.push({ accountId: customer.id, mailId })
  }
  await saveNotifications(work, recallId, notified, 'mail', null)
  await touch(work, recallId)
  work.audit('recall.mailed', 'recall', recallId, { number, mails: due.length })
  return due.length
}

/** Books returned goods of a recalled lot, blocked in their lot; never more than the customer has of it. */
export async function bookReturn(work: Work, recallId: string, input: Body<'comeBack'>): Promise<void> {
  const { number } = await lockOpenRecall(work, recallId)
  const { accountId, lotId, locationId, quantity, note } = input
  await lockOwnLocation(work, locationId)
  await lockLotRows(work, [lotId])
  const { rows } = await sql<{ item: string | null; has: number }>`
    with ${recallFigures(recallId)}
    select (select l.item_id from lot_of x join lots l on l.id = x.lot_id where l.id = ${lotId}) as item,
      coalesce((select sum(pieces) from sold where lot_id = ${lotId} and account_id = ${accountId} and place = 'customer'), 0)::bigint
        - coalesce((select sum(l.quantity) from sales_return_lines l join sales_returns r on r.id = l.return_id
          where l.lot_id = ${lotId} and r.account_id = ${accountId} and r.status in ${oneOf(expectedReturns)}), 0)::bigint as has`.execute(
    work.tx,
  )
  const { item, has = 0 } = rows[0] ?? {}
  if (!item) throw invalid('lotId', 'is not a lot of this recall')
  if (quantity > has) {
    throw invalid('quantity', has > 0 ? `must be at most ${has}: they have no more units` : 'they have no units of it')
  }
  const id = newId()
  await work.tx
    .insertInto('recall_returns')
    .values({
      id,
      recall_id: recallId,
      account_id: accountId,
      lot_id: lotId,
      location_id: locationId,
      quantity,
      note,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  await touch(work, recallId)
  await writeStock(work, { type: 'recall', id: recallId, cycle: 1, reason: 'recall', customReason: number }, [
    { effect: 'COME_BACK', itemId: item, locationId, lotId, dOnHand: quantity, dCommitted: 0, lineId: id },
  ])
  work.audit('recall.cameBack', 'recall', recallId, { number, ...input })
}

/** Ends a recall as closed or withdrawn. It must be locked and open. */
export async function endRecall(
  work: Work,
  id: string,
  status: 'CLOSED' | 'WITHDRAWN',
  summary: string,
): Promise<void> {
  await work.tx
    .updateTable('recalls')
    .set({
      status,
      summary,
      ended_by: work.caller.userId,
      ended_at: work.now,
      ended_entry: sql<number>`case when ${status} = 'WITHDRAWN' then coalesce((select max(id) from stock_entry), 0) end`,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.audit(status === 'CLOSED' ? 'recall.closed' : 'recall.withdrawn', 'recall', id, { summary })
  work.announce('inventory_transaction', { transactionId: id })
}
