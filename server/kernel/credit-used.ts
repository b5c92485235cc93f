import { sql } from 'kysely'

/**
 * How much customer credit was applied to the invoice `v`, in minor units; `v.paid` is the sum of that credit and the payments.
 * A row of payment_entry without a payment is applied credit, or its reversal.
 */
export const creditUsedSql = sql<number>`case when v.paid > 0 then coalesce((select sum(case e.kind when 'CREDIT' then e.amount else -e.amount end)
  from payment_entry e where e.invoice_id = v.id and e.payment_id is null), 0)::bigint else 0 end`
