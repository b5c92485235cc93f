import { exactNumber } from '#shared/money.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { invoicingApi } from '#shared/invoicing/api.ts'
import { whyNotPayable, whyNotReset, whyPaymentNotVoidable } from '#shared/invoicing/invoice-guards.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import type { Work } from '#server/kernel/work.ts'
import { utc } from '#server/db/timestamps.ts'
import { lockCredit, lockCreditIfThere, assertAmountAtMost } from '#server/invoicing/credit.ts'
import {
  bookCredit,
  bookPayment,
  type LockedInvoice,
  lockInvoices,
  type NewPayment,
  type Settled,
} from '#server/invoicing/payments.ts'
import { ownersOfInvoice, voidInvoice } from '#server/invoicing/invoices.ts'
import { invoicesOf, paymentsOn, voidPayments } from '#server/invoicing/void-payments.ts'
import { type LockedOrder, lockOrders, notePaymentStatus } from '#server/sales/orders/order-lock.ts'

type OnOne = RequestOf<(typeof invoicingApi.recordPayment)['spec']>['body']

/*
 * Payments lock the customer's credit, then orders, then invoices: two cashiers of one customer run one after the other, and the
 * second sees the first one's result. Deleted customers accept no changes to their money.
 */

/** Books a payment for one or several invoices and updates their orders. Returns its id. */
export async function takePayments(work: Work, payment: NewPayment): Promise<string> {
  await assertLiving(work, { accounts: [payment.accountId] })
  if ((await lockCreditIfThere(work, payment.accountId)) === null) throw invalid('accountId', 'is not a customer')
  const { invoices } = await lockWithOrders(
    work,
    payment.parts.map((part) => part.invoiceId),
  )
  const { id, settled } = await bookPayment(work, invoices, payment)
  await noteSettled(work, settled)
  return id
}

/** Books a payment on one invoice. Throws OVERPAID for more than the balance due, unless the rest is to be kept. */
export async function takePayment(
  work: Work,
  invoiceId: string,
  { amount, keepRest, ...payment }: OnOne,
): Promise<void> {
  const { accountId } = await ownersOfInvoice(work.tx, invoiceId)
  await lockCredit(work, accountId)
  const { invoices } = await lockWithOrders(work, [invoiceId])
  const invoice = await lockedOne(work, invoices, invoiceId)
  const due = BigInt(invoice.total - invoice.paid)
  assertPayable(due)
  if (!keepRest) assertAmountAtMost(amount, exactNumber(due), 'is due on this invoice')
  const part = amount > due ? due : amount
  const parts = [{ invoiceId, amount: part }]
  const { settled } = await bookPayment(work, invoices, { ...payment, accountId, amount, parts, keepRest })
  await noteSettled(work, settled)
}

function assertPayable(due: bigint): void {
  const why = whyNotPayable({ isPaid: due === 0n })
  if (why) throw new Refusal('OVERPAID', why, { fields: { amount: 'can’t exceed 0.00' }, details: { due: '0.00' } })
}

/** Applies customer credit to an invoice. */
export async function payByCredit(work: Work, invoiceId: string, amount: bigint): Promise<void> {
  const credit = await lockCredit(work, (await ownersOfInvoice(work.tx, invoiceId)).accountId)
  const { invoices } = await lockWithOrders(work, [invoiceId])
  const invoice = await lockedOne(work, invoices, invoiceId)
  assertPayable(BigInt(invoice.total - invoice.paid))
  await noteSettled(work, await bookCredit(work, invoice, credit, amount))
}

/** Voids all valid payments on the invoice, including their parts for other invoices; the invoice is Unpaid again. */
export async function undoPayments(work: Work, invoiceId: string, version: number, reason: string): Promise<void> {
  const { accountId } = await ownersOfInvoice(work.tx, invoiceId)
  await assertLiving(work, { accounts: [accountId] })
  await lockCredit(work, accountId)
  const payments = await paymentsOn(work, invoiceId)
  const { invoices, orders } = await lockWithOrders(work, [invoiceId, ...(await invoicesOf(work, payments))])
  const invoice = await lockedOne(work, invoices, invoiceId)
  if (invoice.version !== version) {
    const change = await lastSettlement(work, invoiceId)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: invoice.version, ...change } })
  }
  const why = whyNotReset({ hasPayments: invoice.paid > 0 })
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  const settled = await voidPayments(work, accountId, invoices, { payments, creditOn: invoiceId }, reason)
  await noteUnpaid(work, orders, settled, reason)
}

/** Who last booked or reversed a payment on an invoice: the audit log has payments by their own ids. */
async function lastSettlement({ tx }: Work, invoiceId: string): Promise<{ by: string | null; at: string } | undefined> {
  const { rows } = await sql<{ by: string | null; at: string }>`select u.name as by, ${utc(sql`e.at`)} as at
    from payment_entry e left join users u on u.id = e.actor_id where e.invoice_id = ${invoiceId}
    order by e.at desc, e.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Voids a payment on all of its invoices. Throws NOT_FOUND, ALREADY_DONE if it is void. */
export async function voidPayment(work: Work, id: string, reason: string): Promise<void> {
  const find = async () => {
    const { rows } = await sql<{
      account: string
      voided: boolean
    }>`select account_id as account, voided_at is not null as voided
      from payments where id = ${id}`.execute(work.tx)
    if (!rows[0]) throw new Refusal('NOT_FOUND')
    return rows[0]
  }
  const { account } = await find()
  await assertLiving(work, { accounts: [account] })
  await lockCredit(work, account)
  const why = whyPaymentNotVoidable({ isVoid: (await find()).voided })
  if (why) throw new Refusal('ALREADY_DONE', why)
  const { invoices, orders } = await lockWithOrders(work, await invoicesOf(work, [id]))
  await noteUnpaid(work, orders, await voidPayments(work, account, invoices, { payments: [id] }, reason), reason)
}

/** One of the locked invoices. Throws NOT_FOUND, and INVALID_TRANSITION if it was voided while waiting for the locks. */
async function lockedOne(work: Work, invoices: ReadonlyMap<string, LockedInvoice>, id: string): Promise<LockedInvoice> {
  const invoice = invoices.get(id)
  if (invoice) return invoice
  await ownersOfInvoice(work.tx, id)
  throw new Refusal('NOT_FOUND')
}

async function lockWithOrders(work: Work, invoiceIds: readonly string[]) {
  const { rows } = await sql<{ order: string }>`select order_id as order from invoices
    where id = any(${listOf(invoiceIds)}) and order_id is not null`.execute(work.tx)
  const orders = await lockOrders(
    work,
    rows.map((row) => row.order),
  )
  return { orders, invoices: await lockInvoices(work, invoiceIds) }
}

async function noteSettled(work: Work, settled: readonly Settled[]): Promise<void> {
  for (const { orderId, status } of settled) if (orderId) await notePaymentStatus(work, orderId, status)
}

/** Updates orders after payments were voided. The invoice of a backordered order is voided too if nothing is paid. */
async function noteUnpaid(work: Work, orders: readonly LockedOrder[], settled: readonly Settled[], reason: string) {
  const waiting = new Set(orders.filter(({ status }) => status === 'AWAITING_STOCK').map(({ id }) => id))
  const isEnded = ({ orderId, status }: Settled) => orderId !== null && status === 'Unpaid' && waiting.has(orderId)
  await noteSettled(
    work,
    settled.filter((one) => !isEnded(one)),
  )
  for (const { orderId } of settled.filter(isEnded)) {
    if (!orderId) continue
    await voidInvoice(work, orderId, reason)
    await notePaymentStatus(work, orderId, null)
  }
}
