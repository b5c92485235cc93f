import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/**
 * Gives all invoices and payments of a customer, void ones included, to another, and what was agreed where the other has no
 * such. The credit of both must be locked.
 */
export async function moveInvoices(work: Work, from: string, to: string): Promise<number> {
  await sql`update account_billing set account_id = ${to} where account_id = ${from}
    and not exists (select 1 from account_billing b where b.account_id = ${to})`.execute(work.tx)
  const { rows } = await sql<{ id: string }>`select id from invoices where account_id = ${from}
    order by id for no key update`.execute(work.tx)
  await movePayments(work, from, to)
  const [first] = rows
  if (!first) return 0
  work.locks.take('invoice', ...rows.map(({ id }) => id))
  await sql`update invoices set account_id = ${to}, version = version + 1, updated_at = ${work.now}
    where account_id = ${from}`.execute(work.tx)
  work.announce('invoice_updated', { invoiceId: first.id })
  return rows.length
}

async function movePayments(work: Work, from: string, to: string): Promise<void> {
  await sql`update money_mails set account_id = ${to} where account_id = ${from}`.execute(work.tx)
  await sql`update payments set account_id = ${to} where account_id = ${from}`.execute(work.tx)
}
