import { whyInvoiceNotOpen } from '#shared/invoicing/invoice-guards.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'
import { numbered } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** A locked order; its lines, services and fees are copied unchanged. `total` in minor units. */
export interface Invoiced {
  id: string
  accountId: string
  paymentTermsDays: number
  cycle: number
  total: number
}

/** Issues the invoice of an order, with the order's current prices, which stay fixed. */
export async function issueInvoice(work: Work, order: Invoiced): Promise<void> {
  const { rows } = await sql<IssuedInvoice>`with ${invoiceSql(work, order)} select id, number from invoices`.execute(
    work.tx,
  )
  if (rows[0]) noteInvoice(work, order, rows[0])
}

interface IssuedInvoice {
  id: string
  number: string
}

/** The same as CTEs, for a statement that does more: the only row of `invoices` is the new invoice. */
export function invoiceSql(work: Work, order: Invoiced): RawBuilder<unknown> {
  const id = newId()
  return sql`${numbered(work, 'INV')},
    invoices as (
      insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, discount, tax, total, bill_to, ship_to,
        created_at)
      select ${id}::uuid, numbered.number, o.id, ${order.cycle}::int, ${order.accountId}::uuid, ${work.today}::date,
        ${addDays(work.today, order.paymentTermsDays)}::date, o.discount, o.tax, o.total, ${orderAddress('bill')},
        ${orderAddress('ship')}, ${work.now}::timestamptz
      from numbered, sales_orders o join accounts a on a.id = o.account_id where o.id = ${order.id}::uuid
      returning *),
    invoice_lines as (
      insert into invoice_lines (id, invoice_id, position, kind, order_line_id, item_id, name, unit, quantity, unit_price, total,
        discount, tax_name, tax_kind, tax_rate, tax)
      select gen_random_uuid(), ${id}::uuid, row_number() over (order by kind = 'item' desc, position), kind, id, item_id, name,
        unit, quantity, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax
      from (
        select 'item' as kind, s.position, s.id, s.item_id, i.name, null as unit, s.quantity, s.unit_price, s.total, s.discount,
            s.tax_name, s.tax_kind, s.tax_rate, s.tax
          from sales_order_lines s join items i on i.id = s.item_id where s.order_id = ${order.id}
        union all select kind, position, id, null, name, unit, quantity, unit_price, total, discount, tax_name, tax_kind,
            tax_rate, tax
          from sales_order_charges where order_id = ${order.id}) t)`
}

/** Writes the audit row of an issued invoice and announces it. */
export function noteInvoice(work: Work, order: Invoiced, { id, number }: IssuedInvoice): void {
  work.audit('invoice.issued', 'invoice', id, { number, orderId: order.id, total: order.total })
  work.announce('invoice_updated', { invoiceId: id })
}

/** The order and customer of a valid invoice; an opening balance has no order. Throws NOT_FOUND. */
export async function ownersOfInvoice(tx: Tx, id: string): Promise<{ orderId: string | null; accountId: string }> {
  const { rows } = await sql<{
    orderId: string | null
    accountId: string
    voided: boolean
  }>`select order_id as "orderId", account_id as "accountId", voided_at is not null as voided from invoices
    where id = ${id} and deleted_at is null`.execute(tx)
  const [invoice] = rows
  if (!invoice) throw new Refusal('NOT_FOUND')
  const why = whyInvoiceNotOpen(invoice)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  return invoice
}

/** Voids the valid invoice of an order, if there is one. It stays on the list, and its number is never used again. */
export async function voidInvoice(work: Work, orderId: string, reason: string): Promise<void> {
  await endInvoice(work, orderId, reason, false, null)
}

/** Voids the invoice and deletes it from the list. With `id`: throws NOT_FOUND unless it is the valid invoice. */
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
  const rows = await work.tx
    .updateTable('invoices')
    .set({
      voided_at: work.now,
      void_reason: reason,
      deleted_at: sql<string>`case when ${remove} then moment() end`,
      deleted_by: sql<string>`case when ${remove} then ${work.caller.userId}::uuid end`,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('order_id', '=', orderId)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`(${only}::uuid is null or id = ${only})`)
    .returning(['id', 'number'])
    .execute()
  for (const { id, number } of rows) {
    work.locks.take('invoice', id)
    work.audit(remove ? 'invoice.deleted' : 'invoice.voided', 'invoice', id, { number, reason })
    work.announce('invoice_updated', { invoiceId: id })
  }
  return rows.length > 0
}
