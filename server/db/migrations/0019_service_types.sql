-- What is done for customers beside delivering goods: installation, training, express delivery.
create table service_types (
  id uuid primary key,
  name text not null,
  description text,
  -- of what the price is: an hour, a visit
  unit text not null,
  -- ten-thousandths of the major unit
  price bigint not null check (price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index service_types_name on service_types (lower(name)) where deleted_at is null;
create index service_types_list on service_types (lower(name), id) where deleted_at is null;
create index service_types_deleted on service_types (deleted_at desc, id desc) where deleted_at is not null;
