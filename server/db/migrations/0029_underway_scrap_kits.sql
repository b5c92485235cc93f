-- What was on its way between two places when a recall began is found there, and not where it came from.
alter table recall_finds
  add column transfer_id uuid references stock_transfers,
  add column to_location_id uuid references locations,
  drop constraint recall_finds_place_check,
  add constraint recall_finds_place_check
    check (place in ('stock', 'order', 'moving', 'parcel', 'underway', 'customer')),
  add check ((place = 'moving') = (transfer_id is not null)),
  add check ((place = 'moving') = (to_location_id is not null));

-- `scrapped`: made and rejected, beside the quantity that went into stock. The reason holds for wasted materials as well.
alter table production_runs drop constraint production_runs_check,
  add check (scrapped = 0 or scrap_reason is not null);
-- of the quantity, beyond what the bill of materials asks for
alter table production_run_lines add column wasted integer not null default 0,
  add check (wasted >= 0 and wasted < quantity);
create index production_runs_in on production_runs (location_id, at desc, id desc);

-- The cycle is that of the act under way; the writing of an order was one.
update kit_orders set cycle = cycle + 1 where status = 'pending';
