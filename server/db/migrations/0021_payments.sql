-- A payment may be for several invoices; what is too much is kept as the customer's credit.

create table payments (
  id uuid primary key,
  number text not null unique,
  account_id uuid not null references accounts,
  received_date date not null,
  method text not null,
  reference text,
  -- minor units, and the part of it that was kept as credit
  amount bigint not null check (amount > 0),
  kept bigint not null default 0 check (kept >= 0 and kept <= amount),
  voided_at timestamptz,
  voided_by uuid,
  void_reason text,
  check ((voided_at is null) = (void_reason is null)),
  actor_id uuid,
  at timestamptz not null default now()
);
create index payments_by_number on payments (number desc, id desc);
create index payments_account on payments (account_id, number desc, id desc);
create index payments_account_dates on payments (account_id, received_date);

-- Every payment so far was for one invoice: it becomes a payment of its own, under the same id.
insert into payments (id, number, account_id, received_date, method, reference, amount, voided_at, voided_by, void_reason,
  actor_id, at)
select p.id, 'PAY-' || extract(year from p.at)::int || '-' ||
    lpad(row_number() over (partition by extract(year from p.at) order by p.at, p.id)::text, 6, '0'),
  v.account_id, p.received_date, coalesce(p.method, 'other'), p.reference, p.amount, r.at, r.actor_id,
  case when r.id is not null then coalesce(r.reason, 'Reset') end, p.actor_id, p.at
from payment_entry p join invoices v on v.id = p.invoice_id left join payment_entry r on r.reverses_id = p.id
where p.kind = 'PAYMENT';
insert into counters (name, year, value)
select 'PAY', extract(year from at)::int, count(*) from payments group by 2;

-- What settles an invoice: a part of a payment, or credit that is used up.
alter table payment_entry disable trigger payment_entry_written_once;
alter table payment_entry add column payment_id uuid references payments;
update payment_entry set payment_id = coalesce(reverses_id, id);
alter table payment_entry enable trigger payment_entry_written_once;
alter table payment_entry
  drop constraint payment_entry_kind_check,
  add constraint payment_entry_kind_check check (kind in ('PAYMENT', 'CREDIT', 'REVERSAL')),
  add constraint payment_entry_payment check (kind <> 'PAYMENT' or payment_id is not null);
create index payment_entry_payment on payment_entry (payment_id);

-- What we owe a customer: the sum of its entries, never below zero. The row is also the lock of all money of a customer.
create table customer_credit (
  account_id uuid primary key references accounts,
  credit bigint not null default 0 check (credit >= 0)
);
create table credit_entry (
  id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('OVERPAYMENT', 'CREDIT_NOTE', 'APPLIED', 'REFUND', 'REVERSAL')),
  -- with its sign: what is used up or given back is below zero
  amount bigint not null check (amount <> 0),
  check (case when kind in ('OVERPAYMENT', 'CREDIT_NOTE') then amount > 0 when kind in ('APPLIED', 'REFUND') then amount < 0 else true end),
  payment_id uuid references payments,
  invoice_id uuid references invoices,
  -- the entry of the invoice that it settled
  payment_entry_id uuid references payment_entry,
  -- of whatever else gave it: a credit note
  source_id uuid,
  day date not null,
  method text,
  reference text,
  reason text,
  reverses_id uuid unique references credit_entry,
  check ((kind = 'REVERSAL') = (reverses_id is not null)),
  actor_id uuid,
  at timestamptz not null default now()
);
create index credit_entry_account on credit_entry (account_id, day, at);
create index credit_entry_payment on credit_entry (payment_id);
create index credit_entry_applied on credit_entry (payment_entry_id);
create trigger credit_entry_written_once before update or delete or truncate on credit_entry
  for each statement execute function refuse_change();

create index invoices_open_by_account on invoices (account_id, due_date) where deleted_at is null and voided_at is null and paid < total;

-- The limit stands with the other terms of the customer.
alter table account_billing drop column credit_limit;
