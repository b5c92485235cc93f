-- The address book, and what customers and suppliers have beside their names. A merged record points to the one that stays.

alter table accounts
  add column latitude double precision,
  add column longitude double precision,
  add column tax_number text,
  -- minor units; null is no limit
  add column credit_limit bigint check (credit_limit >= 0),
  -- [{ days: [1 … 7], from: "08:00", to: "12:00" }]
  add column delivery_windows jsonb not null default '[]',
  add column delivery_note text,
  add column merged_into uuid references accounts,
  add constraint accounts_coordinates check ((latitude is null) = (longitude is null)),
  add constraint accounts_merged_are_deleted check (merged_into is null or deleted_at is not null);
create index accounts_merged on accounts (merged_into) where merged_into is not null;

alter table suppliers
  add column latitude double precision,
  add column longitude double precision,
  add column tax_number text,
  add constraint suppliers_coordinates check ((latitude is null) = (longitude is null));

-- In one text what a search looks into, and without their order the labels.
create function partner_words(name text, code text, email text, phone text, tax_number text, labels text[]) returns text
  language sql immutable parallel safe
  return name || ' ' || coalesce(code, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
    || coalesce(tax_number, '') || ' ' || array_to_string(labels, ' ');


create index accounts_words on accounts using gin (partner_words(name, code, email, phone, tax_number, labels) gin_trgm_ops)
  where deleted_at is null;
create index suppliers_words on suppliers using gin (partner_words(name, null, email, phone, tax_number, labels) gin_trgm_ops)
  where deleted_at is null;
create index accounts_about on accounts using gin (notes gin_trgm_ops) where deleted_at is null and notes is not null;
create index suppliers_about on suppliers using gin (notes gin_trgm_ops) where deleted_at is null and notes is not null;
create index accounts_labels on accounts using gin (labels) where deleted_at is null;
create index suppliers_labels on suppliers using gin (labels) where deleted_at is null;

-- The last digits of a phone number: they are the same however it is written.
create function phone_end(phone text) returns text
  language sql immutable parallel safe
  return nullif(right(regexp_replace(phone, '\D', '', 'g'), 8), '');
-- A tax number without what only parts it.
create function plain_number(number text) returns text
  language sql immutable parallel safe
  return nullif(lower(regexp_replace(number, '[^[:alnum:]]', '', 'g')), '');

-- Who may be the same somebody else entered before.
create index accounts_alike on accounts using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index accounts_email on accounts (lower(email)) where deleted_at is null;
create index accounts_phone on accounts (phone_end(phone)) where deleted_at is null;
create index accounts_tax on accounts (plain_number(tax_number)) where deleted_at is null;
create index suppliers_alike on suppliers using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index suppliers_email on suppliers (lower(email)) where deleted_at is null;
create index suppliers_phone on suppliers (phone_end(phone)) where deleted_at is null;
create index suppliers_tax on suppliers (plain_number(tax_number)) where deleted_at is null;

create table contacts (
  id uuid primary key,
  name text not null,
  email text,
  phone text,
  -- what they are there: "Head of purchasing"
  position text,
  -- for whom they work: a customer, a supplier, or somebody who is neither
  account_id uuid references accounts,
  supplier_id uuid references suppliers,
  affiliation text,
  check (num_nonnulls(account_id, supplier_id, affiliation) <= 1),
  status text not null default 'active' check (status in ('active', 'inactive')),
  notes text,
  merged_into uuid references contacts,
  check (merged_into is null or deleted_at is not null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create index contacts_list on contacts (lower(name), id) where deleted_at is null;
create index contacts_newest on contacts (created_at desc, id desc) where deleted_at is null;
create index contacts_words on contacts using gin ((name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
  || coalesce(position, '') || ' ' || coalesce(affiliation, '') || ' ' || coalesce(notes, '')) gin_trgm_ops) where deleted_at is null;
create index contacts_alike on contacts using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index contacts_email on contacts (lower(email)) where deleted_at is null;
create index contacts_phone on contacts (phone_end(phone)) where deleted_at is null;
create index contacts_account on contacts (account_id, lower(name), id) where account_id is not null;
create index contacts_supplier on contacts (supplier_id, lower(name), id) where supplier_id is not null;
create index contacts_deleted on contacts (deleted_at desc, id desc) where deleted_at is not null;
create index contacts_merged on contacts (merged_into) where merged_into is not null;

-- Where else a customer or supplier is found: where goods and invoices go.
create table addresses (
  id uuid primary key,
  account_id uuid references accounts,
  supplier_id uuid references suppliers,
  check (num_nonnulls(account_id, supplier_id) = 1),
  kind text not null check (kind in ('billing', 'shipping', 'other')),
  -- "Dock 3"
  name text,
  address text not null,
  country text,
  latitude double precision,
  longitude double precision,
  check ((latitude is null) = (longitude is null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index addresses_account on addresses (account_id, created_at, id) where account_id is not null;
create index addresses_supplier on addresses (supplier_id, created_at, id) where supplier_id is not null;

create table partner_notes (
  id uuid primary key,
  account_id uuid references accounts,
  supplier_id uuid references suppliers,
  check (num_nonnulls(account_id, supplier_id) = 1),
  text text not null,
  author_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index partner_notes_account on partner_notes (account_id, created_at desc, id desc) where account_id is not null;
create index partner_notes_supplier on partner_notes (supplier_id, created_at desc, id desc) where supplier_id is not null;
create index partner_notes_words on partner_notes using gin (text gin_trgm_ops);
