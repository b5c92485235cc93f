import { sql } from 'kysely'
import { ageBuckets, ageDays, ageNames } from '#shared/invoicing/ageing.ts'
import { type AskedDays, column, columnsNamed, nameIn, type ReportSource } from './report-source.ts'

const eveningsOf = ({ evenings }: AskedDays) => sql`unnest(${[...evenings]}::date[]) p(day)`

/** Which bucket an invoice is in on an evening. */
const ageOf = sql`case ${sql.join(
  ageBuckets.map((age) => {
    const [, to] = ageDays[age]
    return to === null ? sql`else ${age}` : sql`when p.day - v.due_date <= ${sql.lit(to)} then ${age}`
  }),
  sql` `,
)} end`

/**
 * Invoices that stood on an evening, with what was not settled by then: payments and credit count from their day on. What is settled is
 * looked at only up to the day of its last payment.
 */
const open = (asked: AskedDays) => sql`(
  with owed as materialized (
    select id, number, account_id, issued_date, due_date, total, company_day(voided_at) as voided_on,
      case when paid >= total then (select max(e.received_date) from payment_entry e where e.invoice_id = i.id) end as settled_on
    from invoices i where issued_date <= ${asked.evenings.toSorted().at(-1) ?? asked.end}::date)
  select v.id as row_id, p.day, v.account_id, ${ageOf} as age, v.total - coalesce(s.paid, 0) as due,
    case when v.due_date < p.day then v.total - coalesce(s.paid, 0) else 0 end as overdue, 1 as invoices,
    'invoice' as record_kind, v.id as record_id, v.number as record_name, a.name || ', due ' || v.due_date as detail
  from ${eveningsOf(asked)} join owed v on v.issued_date <= p.day and coalesce(v.voided_on, 'infinity') > p.day
      and coalesce(v.settled_on, 'infinity') > p.day
    join accounts a on a.id = v.account_id
    left join lateral (select sum(case e.kind when 'REVERSAL' then -e.amount else e.amount end)::bigint as paid
      from payment_entry e where e.invoice_id = v.id and e.received_date <= p.day) s on true
  where v.total > coalesce(s.paid, 0)) f`

const nameOfAge = sql`case g.key::text ${sql.join(
  ageBuckets.map((age) => sql`when ${age} then ${ageNames[age]}`),
  sql` `,
)} end`

export const receivables: ReportSource = {
  rows: open,
  known: sql`(select issued_date as day from invoices) f`,
  where: sql`true`,
  measures: columnsNamed('due', 'overdue', 'invoices'),
  dimensions: {
    age: { key: column('age'), label: nameOfAge, isText: true },
    customer: { key: column('account_id'), label: nameIn('accounts') },
  },
}
