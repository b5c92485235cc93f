-- What of an item is on hand, not reserved and can't be sold (blocked or expired lots, customers' shelves), kept beside the totals,
-- so that the stock status, its index and its notices follow what can be sold. Lots expire without anybody writing: each row says on
-- which days its figure holds. On others it is worked out where it is read, and an hourly job writes it anew.

drop trigger item_stock_notify on item_stock;
alter table item_stock drop column stock_status;
alter table item_stock
  add column unsellable bigint not null default 0,
  add column holds_from date not null default '-infinity',
  add column holds_until date not null default 'infinity',
  add column stock_status text not null generated always as (case
    when on_hand - committed - unsellable <= 0 then 'outOfStock'
    when on_hand - committed - unsellable <= low_at then 'lowStock' else 'inStock' end) stored;
create index item_stock_status on item_stock (stock_status);
create index item_stock_holds_from on item_stock (holds_from) where holds_from > '-infinity';
create index item_stock_holds_until on item_stock (holds_until) where holds_until < 'infinity';

-- Its statement writes, so it is told what day it is. Reads what others committed while the row was waited for, and the balances that the same statement has written before it.
create function take_unsellable() returns trigger language plpgsql as $$
begin
  select coalesce(sum(pieces) filter (where not for_sale or last_day < today), 0),
    coalesce(max(last_day) filter (where for_sale and last_day < today) + 1, '-infinity'),
    coalesce(min(last_day) filter (where for_sale and last_day >= today), 'infinity')
  into new.unsellable, new.holds_from, new.holds_until
  from (select b.on_hand - b.committed as pieces, coalesce(l.expiry_date, 'infinity'::date) as last_day, company_today() as today,
      l.status = 'AVAILABLE' and p.consignee_id is null as for_sale
    from stock_balance b join lots l on l.id = b.lot_id join locations p on p.id = b.location_id
    where b.item_id = new.item_id and b.on_hand > b.committed) standing;
  return new;
end $$;
create trigger item_stock_unsellable before update of on_hand, committed on item_stock for each row
  execute function take_unsellable();

-- At the end of the transaction, as whoever changes a lot may book stock after it, and totals are locked last.
create function follow_lot() returns trigger language plpgsql as $$
begin
  update item_stock set on_hand = on_hand where item_id = new.item_id;
  return null;
end $$;
create constraint trigger lots_unsellable after update of status, expiry_date on lots deferrable initially deferred
  for each row when (old.status <> new.status or old.expiry_date is distinct from new.expiry_date)
  execute function follow_lot();

create function follow_consignee() returns trigger language plpgsql as $$
begin
  perform 1 from item_stock where item_id in (select item_id from stock_balance where location_id = new.id)
    order by item_id for no key update;
  update item_stock set on_hand = on_hand where item_id in (select item_id from stock_balance where location_id = new.id);
  return null;
end $$;
create constraint trigger locations_unsellable after update of consignee_id on locations deferrable initially deferred
  for each row when ((old.consignee_id is null) <> (new.consignee_id is null)) execute function follow_consignee();

-- The items whose lots have expired since, up to so many; those that others are booking have theirs written by them.
create function renew_unsellable(today date, up_to integer) returns setof uuid language sql as $$
  update item_stock t set on_hand = t.on_hand
  from (select item_id from item_stock
    where holds_until < 'infinity' and holds_until < today or holds_from > '-infinity' and holds_from > today
    order by item_id limit up_to for no key update skip locked) due
  where t.item_id = due.item_id returning t.item_id
$$;

update item_stock set on_hand = on_hand where item_id in (
  select b.item_id from stock_balance b join lots l on l.id = b.lot_id join locations p on p.id = b.location_id
  where b.on_hand > b.committed and (l.status <> 'AVAILABLE' or l.expiry_date is not null or p.consignee_id is not null));

create trigger item_stock_notify after update on item_stock for each row
  when (new.low_at = old.low_at and new.stock_status <> 'inStock' and old.stock_status <> new.stock_status
    and old.stock_status <> 'outOfStock')
  execute function notify_stock();
