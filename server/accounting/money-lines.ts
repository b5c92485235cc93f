import { sql } from 'kysely'

/*
 * Invoices, credit notes, payments and credit as journal lines: (entry, day, kind, document, document_id, partner_id, role, key,
 * amount). Amounts in minor units, debits positive. `days(since, until, zone)` is the period.
 */

/** Limits a timestamp column to the days of the company's calendar. */
const within = (column: string) =>
  sql`${sql.raw(column)} >= (select since::timestamp at time zone zone from days)
    and ${sql.raw(column)} < (select (until + 1)::timestamp at time zone zone from days)`
const onDays = (column: string) => sql`${sql.raw(column)} between (select since from days) and (select until from days)`
const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone (select zone from days))::date`

/** CTEs that end with `money_lines`. */
export const moneyLines = sql`
  billed as materialized (
    select id, account_id, issued_date as day, case when order_id is null then 'opening_balance' else 'invoice' end as kind, 1 as sign,
      total from invoices where ${onDays('issued_date')}
    union all select id, account_id, ${dayOf('voided_at')}, 'invoice_void', -1, total from invoices
      where voided_at is not null and ${within('voided_at')}),
  billed_parts as (
    select b.kind, b.id, b.account_id, b.day, b.sign, l.kind as line_kind, l.tax_name, sum(l.net) as net, sum(l.tax) as tax
    from billed b join invoice_lines l on l.invoice_id = b.id group by 1, 2, 3, 4, 5, 6, 7),
  credited as materialized (
    select c.id, c.invoice_id, c.account_id, c.issued_date as day, c.total from credit_notes c where ${onDays('c.issued_date')}),
  credited_parts as (
    select c.id, c.invoice_id, c.account_id, c.day, v.kind as line_kind, l.tax_name, sum(l.total - l.tax) as net, sum(l.tax) as tax
    from credited c join credit_note_lines l on l.credit_note_id = c.id join invoice_lines v on v.id = l.invoice_line_id
    group by 1, 2, 3, 4, 5, 6),
  paid as materialized (
    select id, account_id, received_date as day, 'payment' as kind, 1 as sign, method, amount, kept from payments
      where ${onDays('received_date')}
    union all select id, account_id, ${dayOf('voided_at')}, 'payment_void', -1, method, amount, kept from payments
      where voided_at is not null and ${within('voided_at')}),
  applied as materialized (
    select e.id, e.invoice_id, v.account_id, e.received_date as day, case e.kind when 'REVERSAL' then -1 else 1 end as sign, e.amount
    from payment_entry e join invoices v on v.id = e.invoice_id where e.payment_id is null and ${onDays('e.received_date')}),
  refunded as materialized (
    select c.id, c.account_id, c.day, -c.amount as amount, coalesce(c.method, r.method, '') as method
    from credit_entry c left join credit_entry r on r.id = c.reverses_id
    where ${onDays('c.day')} and (c.kind = 'REFUND' or c.kind = 'REVERSAL' and r.kind = 'REFUND')),
  opened as materialized (
    select c.id, c.account_id, c.day, c.amount from credit_entry c left join credit_entry r on r.id = c.reverses_id
    where ${onDays('c.day')} and (c.kind = 'OPENING' or c.kind = 'REVERSAL' and r.kind = 'OPENING')),
  money_lines as (
    select md5(kind || id)::uuid as entry, day, kind, 'invoice' as document, id as document_id, account_id as partner_id,
        'receivables' as role, '' as key, sign * total as amount from billed
    union all select md5(kind || id)::uuid, day, kind, 'invoice', id, account_id, ${roleOf('line_kind')}, tax_name, -sign * net
      from billed_parts
    union all select md5(kind || id)::uuid, day, kind, 'invoice', id, account_id, 'salesTax', tax_name, -sign * tax from billed_parts
    union all select md5('credit_note' || id)::uuid, day, 'credit_note', 'invoice', invoice_id, account_id, 'customerCredit', '',
        -total from credited
    union all select md5('credit_note' || id)::uuid, day, 'credit_note', 'invoice', invoice_id, account_id, ${roleOf('line_kind')},
        tax_name, net from credited_parts
    union all select md5('credit_note' || id)::uuid, day, 'credit_note', 'invoice', invoice_id, account_id, 'salesTax', tax_name,
        tax from credited_parts
    union all select md5(kind || id)::uuid, day, kind, 'payment', id, account_id, 'bank', method, sign * amount from paid
    union all select md5(kind || id)::uuid, day, kind, 'payment', id, account_id, 'receivables', '', -sign * (amount - kept) from paid
    union all select md5(kind || id)::uuid, day, kind, 'payment', id, account_id, 'customerCredit', '', -sign * kept from paid
    union all select md5('credit_use' || id)::uuid, day, 'credit_use', 'invoice', invoice_id, account_id, 'customerCredit', '',
        sign * amount from applied
    union all select md5('credit_use' || id)::uuid, day, 'credit_use', 'invoice', invoice_id, account_id, 'receivables', '',
        -sign * amount from applied
    union all select md5('refund' || id)::uuid, day, 'refund', 'account', account_id, account_id, 'customerCredit', '', amount
      from refunded
    union all select md5('refund' || id)::uuid, day, 'refund', 'account', account_id, account_id, 'bank', method, -amount
      from refunded
    union all select md5('opening' || id)::uuid, day, 'opening_balance', 'account', account_id, account_id, 'customerCredit', '',
        -amount from opened
    union all select md5('opening' || id)::uuid, day, 'opening_balance', 'account', account_id, account_id, 'openingStock', '',
        amount from opened)`

function roleOf(column: string) {
  return sql`case ${sql.raw(column)} when 'service' then 'serviceRevenue' when 'fee' then 'feeRevenue' when 'opening' then 'openingStock' else 'revenue' end`
}
