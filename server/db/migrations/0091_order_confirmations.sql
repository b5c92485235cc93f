-- To whom an order's confirmation was last mailed, and by which mail.
alter table sales_orders
  add column confirmation_sent_at timestamptz,
  add column confirmation_sent_to text,
  add column confirmation_mail_id uuid;

-- The picture at the head of documents; at most one.
create table company_logo (
  id integer primary key default 1 check (id = 1),
  -- PNG, drawn anew from what was sent
  content bytea not null check (length(content) <= 1000000),
  -- of the content: a part of its address
  hash text not null,
  updated_at timestamptz not null default now()
);
