-- The accountants' journal is derived from the ledgers; kept are only the accounts that it books to.

create table journal_accounts (
  id integer primary key default 1 check (id = 1),
  -- rows of role, key, number, name that differ from the defaults of shared/accounting/accounts.ts
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

/* Ten-thousandths of the major unit as minor units, half to even. */
create function minor_units(price numeric) returns bigint language sql immutable as $$
  select (case when abs(price % 100) = 50 then 2 * round(price / 200) else round(price / 100) end)::bigint
$$;

-- What happened on the days of a period.
create index stock_entry_by_moment on stock_entry using brin (at);
create index invoices_journal on invoices (issued_date);
create index invoices_voided on invoices (voided_at) where voided_at is not null;
create index payments_received on payments (received_date);
create index payments_voided on payments (voided_at) where voided_at is not null;
create index payment_entry_credit on payment_entry (received_date) where payment_id is null;
create index credit_entry_refunds on credit_entry (day) where kind in ('REFUND', 'REVERSAL');
create index credit_notes_issued on credit_notes (issued_date);
