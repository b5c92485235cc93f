-- Audits of stock, more about a product, its prices over time, its images, and how a user likes a list.

-- The ledger position of an item: how many entries have moved it. An audit names the position at which it was counted.
alter table item_stock add column entries bigint not null default 0;
update item_stock t set entries = (select count(*) from stock_entry e where e.item_id = t.item_id and e.source_type <> 'import');

alter table stock_adjustments drop constraint stock_adjustments_kind_check;
alter table stock_adjustments add constraint stock_adjustments_kind_check
  check (kind in ('addition', 'reduction', 'initial', 'edit', 'audit'));
-- of an audit: what was expected and counted at each place and lot
alter table stock_adjustments add column counts jsonb;
create index stock_adjustments_item on stock_adjustments (item_id, at desc);

alter table items add column controlled boolean not null default false;
-- what the supplier calls it, and how long it takes to come
alter table items add column supplier_code text;
alter table items add column lead_time_days integer check (lead_time_days >= 0);

-- Every change of a price, in ten-thousandths; null where there was or is none.
create table price_changes (
  id bigint generated always as identity primary key,
  item_id uuid not null references items on delete cascade,
  price text not null check (price in ('price', 'cost', 'retail', 'wholesale', 'distributor', 'highVolume')),
  old_amount bigint,
  new_amount bigint,
  check (old_amount is distinct from new_amount),
  actor_id uuid,
  at timestamptz not null default now()
);
create index price_changes_item on price_changes (item_id, id desc);

-- The files lie in the data folder, by the image's id.
create table product_images (
  id uuid primary key,
  item_id uuid not null references items on delete cascade,
  -- in which order they are shown; the first is the cover
  position integer not null,
  -- as the sender called it: shown, never a path
  file_name text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- taken off the product; its files go later
  removed_at timestamptz
);
create index product_images_item on product_images (item_id, position) where removed_at is null;

create table list_settings (
  user_id uuid not null references users on delete cascade,
  list text not null,
  content jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);
