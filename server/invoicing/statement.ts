import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Statement } from '#shared/invoicing/balances-api.ts'
import { formatAmount } from '#shared/money.ts'
import { allDocuments } from '#server/db/all-documents.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { getBalance } from './balances.ts'
import { withMerged } from './credit.ts'

interface Row {
  day: string
  kind: Statement['lines'][number]['kind']
  number: string | null
  invoice_id: string | null
  due_date: string | null
  amount: number
}

/**
 * Everything that changed a customer's balance, by day. Applying credit to an invoice changes nothing: it counted when it was
 * given. Entries of customers who were merged into this one count as theirs. So on any day, the balance is the balance due of
 * invoices less the credit.
 */
export async function getStatement(db: Db | Tx, accountId: string, from: string, until: string): Promise<Statement> {
  const accounts = await sql<Statement['account'] & { day: string }>`select id, name, address, country, email,
      company_today()::text as day from accounts
    where id = ${accountId} and deleted_at is null`.execute(db)
  const [found] = accounts.rows
  if (!found) throw new Refusal('NOT_FOUND')
  const { day, ...account } = found
  const dayOf = (column: string) =>
    sql`(${sql.raw(column)} at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date`
  const invoices = allDocuments('invoices', 'account_id', accountId)
  const moved = sql`
    select issued_date as day, case when order_id is null then 'opening' else 'invoice' end as kind, coalesce(reference, number) as number, id as invoice_id, due_date, total as amount, created_at as at
      from ${invoices} v
    union all select ${dayOf('voided_at')}, 'void_invoice', coalesce(reference, number), id, null, -total, voided_at
      from ${invoices} v where voided_at is not null
    union all select received_date, 'payment', number, null, null, -amount, at from payments where account_id = ${accountId}
    union all select ${dayOf('voided_at')}, 'void_payment', number, null, null, amount, voided_at
      from payments where account_id = ${accountId} and voided_at is not null
    union all select day, case when kind = 'REFUND' then 'refund' when kind = 'OPENING' or kind = 'REVERSAL' and exists (select 1
        from credit_entry r where r.id = c.reverses_id and r.kind = 'OPENING') then 'opening' else 'credit_note' end,
        coalesce(reference, (select n.number from credit_notes n where n.id = c.source_id)), invoice_id, null, -amount, at
      from credit_entry c where account_id in ${withMerged(sql`${accountId}`)}
      and (kind in ('REFUND', 'CREDIT_NOTE', 'OPENING') or kind = 'REVERSAL'
        and exists (select 1 from credit_entry r where r.id = c.reverses_id and r.kind in ('REFUND', 'CREDIT_NOTE', 'OPENING')))`
  const opening = await sql<{ sum: string }>`select coalesce(sum(amount), 0)::text as sum from (${moved}) m
    where day < ${from}::date`.execute(db)
  const { rows } = await sql<Row>`select day, kind, number, invoice_id, due_date, amount from (${moved}) m
    where day between ${from}::date and ${until}::date order by day, at, number`.execute(db)
  let balance = BigInt(opening.rows[0]?.sum ?? 0)
  const start = balance
  const lines = rows.map((row) => {
    balance += BigInt(row.amount)
    return {
      day: row.day,
      kind: row.kind,
      number: row.number,
      invoiceId: row.invoice_id,
      dueDate: row.due_date,
      amount: formatAmount(row.amount),
      balance: formatAmount(balance),
    }
  })
  const { ages, credit, balance: dueBalance } = await getBalance(db, accountId)
  const dueToday = { day, ages, credit, balance: dueBalance }
  return { account, from, until, opening: formatAmount(start), lines, closing: formatAmount(balance), dueToday }
}
