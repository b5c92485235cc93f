-- The demand of the next 12 weeks, as a nightly job forecasts it of the weeks before (decision 65).
create table demand_forecasts (
  item_id uuid primary key references items on delete cascade,
  -- the Monday of the first forecast week
  first_week date not null,
  made_at timestamptz not null,
  -- what was asked for in the weeks before, oldest first
  history double precision[] not null,
  weeks double precision[] not null,
  low double precision[] not null,
  high double precision[] not null,
  -- of all weeks together
  demand double precision not null,
  method text not null,
  intermittent boolean not null,
  wape double precision,
  bias double precision,
  naive_wape double precision,
  -- root mean square of what four weeks were off by in the back-test
  month_error double precision not null,
  tested integer not null,
  -- Monday first; they add up to 1
  weekdays double precision[] not null
);
create index demand_forecasts_order on demand_forecasts ((round(demand)::bigint) desc, item_id desc);

-- Which part of an item's demand each location has shipped in the past year.
create table demand_shares (
  item_id uuid not null references demand_forecasts on delete cascade,
  location_id uuid not null references locations on delete cascade,
  share double precision not null,
  primary key (item_id, location_id)
);
create index demand_shares_location on demand_shares (location_id);

-- One item's days, for a forecast that is asked for by day.
create index item_sales_days_item on item_sales_days (item_id, day) include (quantity);
