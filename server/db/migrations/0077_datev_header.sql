-- What the header of a DATEV posting batch names: the tax adviser, their client, and the month in which the financial year begins.
alter table journal_accounts
  add column consultant integer not null default 1001 check (consultant between 1001 and 9999999),
  add column client integer not null default 1 check (client between 1 and 99999),
  add column fiscal_month integer not null default 1 check (fiscal_month between 1 and 12);
