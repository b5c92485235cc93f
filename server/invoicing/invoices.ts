import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { numbered } from '#server/db/numbers.ts'
import type { Work } from '#server/db/work.ts'

/** What an invoice is made of. Amounts in minor units, prices in ten-thousandths. */
export interface Invoiced {
  id: string
  accountId: string
  paymentTermsDays: number
  cycle: number
  total: number
  lines: readonly { itemId: string; quantity: number; unitPrice: number; total: number }[]
}

/** Asks the customer to pay; prices are those of the order at this moment and stay. */
export async function issueInvoice(work: Work, order: Invoiced): Promise<void> {
  const id = newId()
  const { lines } = order
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'INV')},
    v as (
      insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total)
      select ${id}::uuid, number, ${order.id}::uuid, ${order.cycle}::int, ${order.accountId}::uuid, ${work.today}::date,
        ${addDays(work.today, order.paymentTermsDays)}::date, ${order.total}::bigint from numbered),
    l as (
      insert into invoice_lines (id, invoice_id, position, item_id, quantity, unit_price, total)
      select id, ${id}::uuid, position, item_id, quantity, unit_price, total
      from unnest(${lines.map(() => newId())}::uuid[], ${lines.map((line) => line.itemId)}::uuid[],
        ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.unitPrice)}::bigint[],
        ${lines.map((line) => line.total)}::bigint[])
        with ordinality as t(id, item_id, quantity, unit_price, total, position))
    select number from numbered`.execute(work.tx)
  const number = rows[0]?.number
  work.audit('invoice.issued', 'invoice', id, { number, orderId: order.id, total: order.total })
  work.announce('invoice_updated', { invoiceId: id })
}

/** The order of an invoice that stands. Throws NOT_FOUND. */
export async function orderOfInvoice(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ order_id: string }>`select order_id from invoices
    where id = ${id} and voided_at is null and deleted_at is null`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].order_id
}

/** Voids the invoice that stands for an order, if there is one. It stays on the list, its number is never used again. */
export async function voidInvoice(work: Work, orderId: string, reason: string): Promise<void> {
  await endInvoice(work, orderId, reason, false, null)
}

/** The same, and takes it off the list. With `id`: throws NOT_FOUND unless that one stands. */
export async function deleteInvoiceOf(
  work: Work,
  orderId: string,
  reason: string,
  id: string | null = null,
): Promise<void> {
  const ended = await endInvoice(work, orderId, reason, true, id)
  if (id && !ended) throw new Refusal('NOT_FOUND')
}

async function endInvoice(
  work: Work,
  orderId: string,
  reason: string,
  remove: boolean,
  only: string | null,
): Promise<boolean> {
  const { rows } = await sql<{
    id: string
    number: string
  }>`update invoices set voided_at = ${work.now}, void_reason = ${reason},
      deleted_at = case when ${remove} then now() end, deleted_by = case when ${remove} then ${work.caller.userId}::uuid end,
      version = version + 1, updated_at = ${work.now}
    where order_id = ${orderId} and voided_at is null and (${only}::uuid is null or id = ${only})
    returning id, number`.execute(work.tx)
  for (const { id, number } of rows) {
    work.locks.take('invoice', id)
    work.audit(remove ? 'invoice.deleted' : 'invoice.voided', 'invoice', id, { number, reason })
    work.announce('invoice_updated', { invoiceId: id })
  }
  return rows.length > 0
}
