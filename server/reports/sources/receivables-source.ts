import { sql } from 'kysely'
import { ageBuckets, ageDays, ageNames } from '#shared/invoicing/ageing.ts'
import { customer } from './dimensions.ts'
import { type ReportDays, column, columnsNamed, type ReportSource } from './report-source.ts'
import { companyDay } from '#server/kernel/company-day.ts'

const eveningsOf = ({ evenings }: ReportDays) => sql`unnest(${[...evenings]}::date[]) p(day)`

/** The aging bucket of an invoice on a day. */
const ageOf = sql`case ${sql.join(
  ageBuckets.map((age) => {
    const [, to] = ageDays[age]
    return to === null ? sql`else ${age}` : sql`when p.day - v.due_date <= ${sql.lit(to)} then ${age}`
  }),
  sql` `,
)} end`

/**
 * Invoices open at the end of a day, with their balance due: payments and credit count from their day on. Settled invoices are
 * read only up to the day of their last payment.
 */
const open = (days: ReportDays) => sql`(
  with owed as materialized (
    select id, number, account_id, issued_date, due_date, total, ${companyDay('voided_at')} as voided_on,
      case when paid >= total then (select max(e.received_date) from payment_entry e where e.invoice_id = i.id) end as settled_on
    from invoices i where issued_date <= ${days.evenings.toSorted().at(-1) ?? days.end}::date)
  select v.id as row_id, p.day, v.account_id, ${ageOf} as age, v.total - coalesce(s.paid, 0) as due,
    case when v.due_date < p.day then v.total - coalesce(s.paid, 0) else 0 end as overdue, 1 as invoices,
    'invoice' as record_kind, v.id as record_id, v.number as record_name, a.name || ', due ' || v.due_date as detail
  from ${eveningsOf(days)} join owed v on v.issued_date <= p.day and coalesce(v.voided_on, 'infinity') > p.day
      and coalesce(v.settled_on, 'infinity') > p.day
    join accounts a on a.id = v.account_id
    left join lateral (select sum(case e.kind when 'REVERSAL' then -e.amount else e.amount end)::bigint as paid
      from payment_entry e where e.invoice_id = v.id and e.received_date <= p.day) s on true
  where v.total > coalesce(s.paid, 0)) f`

/**
 * The totals of all invoices at the end of each day, in one pass: an invoice is read where something about it changes (issued,
 * paid, credited, reversed, overdue, voided) and not for each day.
 */
const openOnEvenings = ({ evenings }: ReportDays) => {
  const days = [...new Set(evenings)].toSorted()
  const list = sql`${days}::date[]`
  /** The first of the evenings on or after a day. */
  const since = (day: ReturnType<typeof sql>) => sql`width_bucket(${day} - 1, ${list}) + 1`
  return sql`(
    with owed as materialized (
      select id, total, ${since(sql`issued_date`)} as issued, ${since(sql`(due_date + 1)`)} as late,
        coalesce(${since(companyDay('voided_at'))}, ${days.length + 1}) as voided
      from invoices where issued_date <= ${days.at(-1) ?? null}::date),
    changes as (
      select invoice_id, at, sum(paid) as paid from (
        select id as invoice_id, issued as at, 0 as paid from owed
        union all select id, late, 0 from owed where late between issued and ${days.length}
        union all select id, voided, 0 from owed where voided <= ${days.length}
        union all select invoice_id, ${since(sql`received_date`)}, case kind when 'REVERSAL' then -amount else amount end
          from payment_entry where received_date <= ${days.at(-1) ?? null}::date) x
      group by 1, 2),
    states as (
      select c.invoice_id, c.at, c.at >= o.late as is_late, case when c.at >= o.issued and c.at < o.voided
        then greatest(0, o.total - sum(c.paid) over (partition by c.invoice_id order by c.at))::bigint else 0 end as due
      from changes c join owed o on o.id = c.invoice_id),
    figures as (
      select invoice_id, at, due, case when is_late then due else 0 end as overdue, (due > 0)::int as invoices from states),
    summed as (
      select at, sum(due - due_before) as due, sum(overdue - overdue_before) as overdue, sum(invoices - invoices_before) as invoices
      from (select *, lag(due, 1, 0::bigint) over earlier as due_before, lag(overdue, 1, 0::bigint) over earlier as overdue_before,
          lag(invoices, 1, 0) over earlier as invoices_before
        from figures window earlier as (partition by invoice_id order by at)) d
      group by 1)
    select p.day, sum(s.due) over upto as due, sum(s.overdue) over upto as overdue, sum(s.invoices) over upto as invoices
    from unnest(${list}) with ordinality p(day, at) left join summed s on s.at = p.at
    window upto as (order by p.at)) f`
}

const nameOfAge = sql`case g.key::text ${sql.join(
  ageBuckets.map((age) => sql`when ${age} then ${ageNames[age]}`),
  sql` `,
)} end`

export const receivables: ReportSource = {
  rows: open,
  evenings: openOnEvenings,
  known: sql`(select issued_date as day from invoices) f`,
  where: sql`true`,
  measures: columnsNamed('due', 'overdue', 'invoices'),
  dimensions: {
    age: {
      key: column('age'),
      label: nameOfAge,
      isText: true,
      order: sql`array_position(${[...ageBuckets]}::text[], g.key::text)`,
    },
    customer,
  },
}
