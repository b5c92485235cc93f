-- The stock status, kept by the database beside the totals that it follows from, so that a status which hardly any product has
-- is found by an index. A movement of stock writes the index only when the status itself changes: what is generated and stays
-- the same leaves a row's update in its page.

-- At how many free pieces an item is low: its own reorder point, or else the company's threshold. Written by the triggers below.
alter table item_stock add column low_at integer not null default 10;
update item_stock t set low_at = coalesce(i.reorder_point, (select (content ->> 'lowStockThreshold')::integer from settings), 10)
from items i where i.id = t.item_id;
alter table item_stock add column stock_status text not null generated always as (case
  when on_hand - committed <= 0 then 'outOfStock' when on_hand - committed <= low_at then 'lowStock' else 'inStock' end) stored;
create index item_stock_status on item_stock (stock_status);

-- Whoever reads the company's threshold for an item keeps it from being changed until that is committed.
create function low_at_of(own integer) returns integer language plpgsql volatile as $$
begin
  if own is not null then return own; end if;
  perform pg_advisory_xact_lock_shared(7263517);
  return coalesce((select (content ->> 'lowStockThreshold')::integer from settings), 10);
end $$;

create function take_low_at() returns trigger language plpgsql as $$
begin
  new.low_at := low_at_of((select reorder_point from items where id = new.item_id));
  return new;
end $$;
create trigger item_stock_low_at before insert on item_stock for each row execute function take_low_at();

create function follow_reorder_point() returns trigger language plpgsql as $$
begin
  update item_stock set low_at = low_at_of(new.reorder_point) where item_id = new.id;
  return null;
end $$;
create trigger items_reorder_point after update of reorder_point on items for each row
  when (old.reorder_point is distinct from new.reorder_point) execute function follow_reorder_point();

create function follow_threshold() returns trigger language plpgsql as $$
declare
  threshold integer := coalesce((new.content ->> 'lowStockThreshold')::integer, 10);
begin
  if tg_op = 'UPDATE' and threshold = coalesce((old.content ->> 'lowStockThreshold')::integer, 10) then return null; end if;
  perform pg_advisory_xact_lock(7263517);
  -- In the order in which everybody locks totals.
  perform 1 from item_stock t join items i on i.id = t.item_id
    where i.reorder_point is null and t.low_at <> threshold order by t.item_id for no key update of t;
  update item_stock t set low_at = threshold from items i
    where i.id = t.item_id and i.reorder_point is null and t.low_at <> threshold;
  return null;
end $$;
create trigger settings_threshold after insert or update on settings for each row execute function follow_threshold();
