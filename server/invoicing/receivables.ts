import { sql } from 'kysely'
import { dueStatuses } from '#shared/invoicing/payment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'

interface Row {
  status: 'Unpaid' | 'Partially Paid'
  due: string
  invoices: number
  overdue: string
  overdue_invoices: number
}

/** Balances due of valid invoices, by payment status. `today` is the business day. One statement. */
export async function getReceivables(db: Db, today: string) {
  const isOverdue = sql`due_date < ${today}::date`
  const { rows } = await sql<Row>`select payment_status as status, sum(total - paid)::text as due, count(*) as invoices,
      coalesce(sum(total - paid) filter (where ${isOverdue}), 0)::text as overdue,
      count(*) filter (where ${isOverdue}) as overdue_invoices
    from invoices where deleted_at is null and voided_at is null and payment_status in ${oneOf(dueStatuses)}
    group by payment_status`.execute(db)
  const sumOf = (status?: Row['status']) => sumUp(rows.filter((row) => !status || row.status === status))
  return {
    ...sumOf(),
    unpaid: sumOf('Unpaid'),
    partiallyPaid: sumOf('Partially Paid'),
    overdue: sumUp(rows.map((row) => ({ due: row.overdue, invoices: row.overdue_invoices }))),
  }
}

function sumUp(parts: readonly { due: string; invoices: number }[]) {
  const due = parts.reduce((total, part) => total + BigInt(part.due), 0n)
  return { due: formatAmount(due), invoices: parts.reduce((invoices, part) => invoices + part.invoices, 0) }
}
