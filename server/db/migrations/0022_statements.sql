-- What was mailed about money: invoices, statements, reminders.

create table money_mails (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'statement', 'reminder')),
  account_id uuid not null references accounts,
  invoice_id uuid references invoices,
  check ((kind = 'statement') = (invoice_id is null)),
  -- of a reminder: the first, second, third
  level integer check (level between 1 and 3),
  check ((kind = 'reminder') = (level is not null)),
  to_address text not null,
  mail_id uuid references mail_outbox on delete set null,
  actor_id uuid,
  at timestamptz not null default now()
);
-- At most one of a level for an invoice, whoever sends it and however often the job runs.
create unique index money_mails_reminder on money_mails (invoice_id, level) where kind = 'reminder';
create index money_mails_invoice on money_mails (invoice_id, at);
create index money_mails_account on money_mails (account_id, at desc);
