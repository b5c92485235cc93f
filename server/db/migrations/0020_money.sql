-- Tax, discounts, services and fees on orders and invoices; what was agreed with a customer about money.

-- A line freezes its tax: the name it had, how it is taken, and thousandths of a per cent. `total` stays quantity × price.
alter table sales_order_lines
  add column discount bigint not null default 0 check (discount >= 0 and discount <= total),
  add column tax_name text not null default 'No tax',
  add column tax_kind text not null default 'exempt' check (tax_kind in ('exclusive', 'inclusive', 'exempt')),
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 100000),
  add column tax bigint not null default 0 check (tax >= 0 and (tax = 0 or tax_kind <> 'exempt'));
alter table sales_order_lines
  add column net bigint not null generated always as
    (total - discount - case when tax_kind = 'inclusive' then tax else 0 end) stored,
  add column gross bigint not null generated always as
    (total - discount + case when tax_kind = 'exclusive' then tax else 0 end) stored;

-- What is done for the customer, and what it costs beside: never in stock, never picked.
create table sales_order_charges (
  id uuid primary key,
  order_id uuid not null references sales_orders,
  position integer not null,
  kind text not null check (kind in ('service', 'fee')),
  service_type_id uuid references service_types,
  check ((kind = 'service') = (service_type_id is not null)),
  name text not null,
  unit text,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  -- typed instead of the list price
  own_price boolean not null default false,
  total bigint not null check (total >= 0),
  discount bigint not null default 0 check (discount >= 0 and discount <= total),
  tax_name text not null,
  tax_kind text not null check (tax_kind in ('exclusive', 'inclusive', 'exempt')),
  tax_rate integer not null check (tax_rate between 0 and 100000),
  tax bigint not null check (tax >= 0 and (tax = 0 or tax_kind <> 'exempt')),
  net bigint not null generated always as
    (total - discount - case when tax_kind = 'inclusive' then tax else 0 end) stored,
  gross bigint not null generated always as
    (total - discount + case when tax_kind = 'exclusive' then tax else 0 end) stored,
  unique (order_id, position)
);
create index sales_order_charges_service on sales_order_charges (service_type_id) where service_type_id is not null;

-- `total` of an order or invoice is what is to be paid: the sum of `gross`.
alter table sales_orders
  add column discount_kind text check (discount_kind in ('amount', 'percent')),
  -- minor units, or thousandths of a per cent
  add column discount_value bigint check (discount_value >= 0),
  add constraint sales_orders_discount check ((discount_kind is null) = (discount_value is null)),
  add column discount bigint not null default 0 check (discount >= 0),
  add column tax bigint not null default 0 check (tax >= 0);

alter table invoices
  add column discount bigint not null default 0 check (discount >= 0),
  add column tax bigint not null default 0 check (tax >= 0);

alter table invoice_lines
  alter column item_id drop not null,
  add column kind text not null default 'item' check (kind in ('item', 'service', 'fee')),
  add constraint invoice_lines_item check ((kind = 'item') = (item_id is not null)),
  -- of the order's line that it stands for; no reference, as a pending order writes its lines anew
  add column order_line_id uuid,
  -- as it was called when the invoice was issued
  add column name text,
  add column unit text,
  add column discount bigint not null default 0,
  add column tax_name text not null default 'No tax',
  add column tax_kind text not null default 'exempt' check (tax_kind in ('exclusive', 'inclusive', 'exempt')),
  add column tax_rate integer not null default 0,
  add column tax bigint not null default 0 check (tax >= 0 and (tax = 0 or tax_kind <> 'exempt'));
alter table invoice_lines
  add column net bigint not null generated always as
    (total - discount - case when tax_kind = 'inclusive' then tax else 0 end) stored,
  add column gross bigint not null generated always as
    (total - discount + case when tax_kind = 'exclusive' then tax else 0 end) stored;
update invoice_lines l set name = i.name from items i where i.id = l.item_id;
alter table invoice_lines alter column name set not null;
update invoice_lines l set order_line_id = s.id from invoices v, sales_order_lines s
  where v.id = l.invoice_id and v.voided_at is null and s.order_id = v.order_id and s.position = l.position
    and s.item_id = l.item_id;

-- What was agreed about money; no row is the same as its defaults.
create table account_billing (
  account_id uuid primary key references accounts,
  tax_exempt boolean not null default false,
  -- minor units; null is no limit
  credit_limit bigint check (credit_limit >= 0),
  reminders boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
