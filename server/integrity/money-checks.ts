import { type Check, documents, money, records, sums } from './check-rules.ts'

/** Sums lines and charges. */
const sumOf = (column: string) => `select order_id as document, sum(${column}) as total from (
  select order_id, ${column} from sales_order_lines union all select order_id, ${column} from sales_order_charges) x group by order_id`
const invoiced = (column: string) =>
  `select invoice_id as document, sum(${column}) as total from invoice_lines group by invoice_id`

/** Totals of orders, invoices and purchase orders, and payments. */
export const moneyChecks: readonly Check[] = [
  {
    id: 'V9 order',
    title: 'The total of a sales order is the sum of its lines, services, fees and tax.',
    rows: sums('salesOrder', 'sales_orders', 'total', 'total', sumOf('gross')),
  },
  {
    id: 'V9 order parts',
    title: 'The discount and tax of a sales order are the sums of its lines, services and fees.',
    rows: `${sums('salesOrder', 'sales_orders', 'discount', 'discount', sumOf('discount'))}
      union all ${sums('salesOrder', 'sales_orders', 'tax', 'tax', sumOf('tax'))}`,
  },
  {
    id: 'V9 lines',
    title: 'The line count of a sales order is correct.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select o.id, 'it counts ' || o.line_count || ' lines' as says, 'there are ' || coalesce(l.n, 0) as explained
        from sales_orders o left join (select order_id, count(*) as n from sales_order_lines group by 1) l on l.order_id = o.id
        where o.line_count <> coalesce(l.n, 0)`,
    ),
  },
  {
    id: 'V9 invoice',
    title: 'The total of an invoice is the sum of its lines and tax.',
    rows: sums('invoice', 'invoices', 'total', 'total', invoiced('gross')),
  },
  {
    id: 'V9 invoice parts',
    title: 'The discount and tax of an invoice are the sums of its lines.',
    rows: `${sums('invoice', 'invoices', 'discount', 'discount', invoiced('discount'))}
      union all ${sums('invoice', 'invoices', 'tax', 'tax', invoiced('tax'))}`,
  },
  {
    id: 'V9 asked',
    title: 'A valid invoice has the total of its order; an opening balance has no order.',
    rows: sums(
      'invoice',
      'invoices',
      'total',
      'total',
      `select v.id as document, o.total from invoices v join sales_orders o on o.id = v.order_id`,
      'd.voided_at is null and d.order_id is not null',
    ),
  },
  {
    id: 'V9 asked lines',
    title: 'A valid invoice has the lines of its order.',
    rows: documents(
      'invoice',
      'invoices',
      `select v.id, 'it has ' || coalesce(l.n, 0) || ' lines' as says,
          'its order has ' || o.line_count + coalesce(c.n, 0) as explained
        from invoices v join sales_orders o on o.id = v.order_id
        left join (select invoice_id, count(*) as n from invoice_lines group by 1) l on l.invoice_id = v.id
        left join (select order_id, count(*) as n from sales_order_charges group by 1) c on c.order_id = o.id
        where v.voided_at is null and o.deleted_at is null and coalesce(l.n, 0) <> o.line_count + coalesce(c.n, 0)`,
    ),
  },
  {
    id: 'V9 opening',
    title: 'An opening balance has one line of its amount, without tax.',
    rows: documents(
      'invoice',
      'invoices',
      `select v.id, 'it has ' || coalesce(l.n, 0) || ' lines, ' || coalesce(l.openings, 0) || ' of a balance' as says,
          case when v.order_id is null then 'it has no order' else 'it is of an order' end as explained
        from invoices v left join (select invoice_id, count(*) as n, count(*) filter (where kind = 'opening' and tax = 0) as openings
          from invoice_lines group by 1) l on l.invoice_id = v.id
        where (v.order_id is null) <> (coalesce(l.openings, 0) = 1 and l.n = 1) or v.order_id is not null and l.openings > 0`,
    ),
  },
  {
    id: 'V9 paid',
    title: 'The paid amount of an invoice is the sum of its payments.',
    rows: sums(
      'invoice',
      'invoices',
      'paid',
      'paid',
      `select invoice_id as document, sum(case kind when 'REVERSAL' then -amount else amount end) as total
        from payment_entry group by invoice_id`,
    ),
  },
  {
    id: 'V9 reversed',
    title: 'A payment is reversed at most once, by its full amount.',
    rows: documents(
      'invoice',
      'invoices',
      `select r.invoice_id as id, 'a reversal takes back ' || r.amount / 100.0 as says,
          coalesce('its payment is ' || p.amount / 100.0, 'it names no payment of this invoice') as explained
        from payment_entry r left join payment_entry p on p.id = r.reverses_id and p.kind <> 'REVERSAL' and p.invoice_id = r.invoice_id
        where r.kind = 'REVERSAL' and p.amount is distinct from r.amount`,
    ),
  },
  {
    id: 'V9 payment',
    title: 'Valid payments are fully allocated to invoices and credit; void payments are not allocated.',
    rows: `select 'account' as kind, p.account_id as id, p.number as name,
        'worth ' || ${money('x.worth')} as says, 'entries add up to ' || ${money('x.went')} as explained
      from payments p
        left join (select payment_id, sum(case kind when 'REVERSAL' then -amount else amount end) as went
          from payment_entry group by payment_id) e on e.payment_id = p.id
        left join (select payment_id, sum(amount) as kept from credit_entry group by payment_id) c on c.payment_id = p.id
        cross join lateral (select case when p.voided_at is null then p.amount else 0 end as worth,
          coalesce(e.went, 0) + coalesce(c.kept, 0) as went) x
      where x.worth <> x.went or p.voided_at is null and p.kept <> coalesce(c.kept, 0)`,
  },
  {
    id: 'V9 credit',
    title: 'Customer credit is the sum of its entries and never negative.',
    rows: records(
      'account',
      'accounts',
      `select account_id as id, 'credit ' || ${money('coalesce(k.credit, 0)')} as says,
          'entries add up to ' || ${money('coalesce(c.moved, 0)')} as explained
        from customer_credit k
          full join (select account_id, sum(amount) as moved from credit_entry group by account_id) c using (account_id)
        where coalesce(k.credit, 0) <> coalesce(c.moved, 0) or k.credit < 0`,
    ),
  },
  {
    id: 'V9 moved credit',
    title: 'Credit transferred between customers arrived in full.',
    rows: records(
      'account',
      'accounts',
      `select a.account_id as id, 'moved ' || ${money('a.moved')} as says, 'the other side is ' || ${money('coalesce(b.moved, 0)')} as explained
        from (select account_id, source_id, sum(amount) as moved from credit_entry where kind = 'MOVED' group by 1, 2) a
          left join (select account_id, source_id, sum(amount) as moved from credit_entry where kind = 'MOVED' group by 1, 2) b
            on b.account_id = a.source_id and b.source_id = a.account_id
        where a.moved <> -coalesce(b.moved, 0)`,
    ),
  },
  {
    id: 'V9 merged credit',
    title: 'A merged customer has no remaining credit.',
    rows: records(
      'account',
      'accounts',
      `select a.id, 'credit ' || ${money('k.credit')} as says, 'merged into ' || b.name as explained
        from customer_credit k join accounts a on a.id = k.account_id join accounts b on b.id = a.merged_into
        where k.credit <> 0`,
    ),
  },
  {
    id: 'V9 used credit',
    title: 'Credit applied to an invoice was deducted from the customer’s credit.',
    rows: documents(
      'invoice',
      'invoices',
      `select e.invoice_id as id, 'settled ' || ${money('e.amount')} as says,
          'left the credit ' || ${money('coalesce(c.used, 0)')} as explained
        from payment_entry e left join (select payment_entry_id, -sum(amount) as used from credit_entry
          where kind = 'APPLIED' group by payment_entry_id) c on c.payment_entry_id = e.id
        where e.kind = 'CREDIT' and e.amount <> coalesce(c.used, 0)`,
    ),
  },
  {
    id: 'V9 payer',
    title: 'Payments are allocated to invoices of the same customer.',
    rows: documents(
      'invoice',
      'invoices',
      `select v.id, 'an invoice of another customer' as says, 'paid by ' || p.number as explained
        from payment_entry e join invoices v on v.id = e.invoice_id join payments p on p.id = e.payment_id
        where p.account_id <> v.account_id`,
    ),
  },
  {
    id: 'V9 status',
    title: 'The payment status of a sales order matches its invoice.',
    rows: `select 'salesOrder' as kind, o.id, o.number as name, coalesce(o.payment_status, 'no payment status') as says,
        coalesce(v.payment_status, 'no invoice') as explained
      from sales_orders o left join invoices v on v.order_id = o.id and v.voided_at is null
      where o.origin <> 'import' and o.deleted_at is null and o.payment_status is distinct from v.payment_status`,
  },
]
