import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Moves all invoices and payments of a customer, including void ones, to another. The credit of both must be locked. */
export async function moveInvoices(work: Work, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from invoices where account_id = ${from}
    order by id for no key update`.execute(work.tx)
  await movePayments(work, from, to)
  const [first] = rows
  if (!first) return
  work.locks.take('invoice', ...rows.map(({ id }) => id))
  await work.tx
    .updateTable('invoices')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
  work.announce('invoice_updated', { invoiceId: first.id })
}

/** Copies the tax exemption of one customer to another. */
export async function takeTaxExemption(work: Work, from: string, to: string): Promise<void> {
  await work.tx
    .insertInto('account_billing')
    .columns(['account_id', 'tax_exempt', 'version'])
    .expression(sql`select ${to}::uuid,
      coalesce((select b.tax_exempt from account_billing b where b.account_id = ${from}), false), 2`)
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet((eb) => ({
        tax_exempt: eb.ref('excluded.tax_exempt'),
        version: sql<number>`account_billing.version + 1`,
        updated_at: work.now,
      })),
    )
    .execute()
}

async function movePayments(work: Work, from: string, to: string): Promise<void> {
  await work.tx.updateTable('money_mails').set({ account_id: to }).where('account_id', '=', from).execute()
  await work.tx.updateTable('payments').set({ account_id: to }).where('account_id', '=', from).execute()
}
