import { sql } from 'kysely'

/**
 * How much of what settled the invoice `v` was credit of the customer, in minor units; `v.paid` has it and the payments. A row of
 * the ledger without a payment is credit that was used, or its reversal.
 */
export const creditUsedSql = sql<number>`case when v.paid > 0 then coalesce((select sum(case e.kind when 'CREDIT' then e.amount else -e.amount end)
  from payment_entry e where e.invoice_id = v.id and e.payment_id is null), 0)::bigint else 0 end`
