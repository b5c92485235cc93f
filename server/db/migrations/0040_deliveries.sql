-- Deliveries: vehicles, drivers' hours, routes with stops, packages, what the driver's phone sends, proofs, tracking links.

create table vehicles (
  id uuid primary key,
  name text not null,
  plate text,
  -- null is no limit
  max_kg integer check (max_kg > 0),
  max_packages integer check (max_packages > 0),
  has_cold_box boolean not null default false,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index vehicles_name on vehicles (lower(name)) where deleted_at is null;
create index vehicles_list on vehicles (lower(name), id) where deleted_at is null;

create table drivers (
  user_id uuid primary key references users,
  -- [{ days: [1 … 7], from: "08:00", to: "17:00" }]
  hours jsonb not null default '[]',
  vehicle_id uuid references vehicles,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table routes (
  id uuid primary key,
  number text not null unique,
  date date not null,
  status text not null check (status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  driver_id uuid not null references users,
  vehicle_id uuid references vehicles,
  start_location_id uuid not null references locations,
  -- HH:MM in the company's time zone
  starts_at text not null check (starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  notes text,
  cancel_reason text,
  -- metres and seconds as estimated; when the driver is back
  distance integer not null default 0,
  travel_seconds integer not null default 0,
  ends_at timestamptz,
  load_checked_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  driven_metres integer check (driven_metres >= 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1,
  check ((status in ('IN_PROGRESS', 'COMPLETED')) = (started_at is not null)),
  check ((status = 'COMPLETED') = (ended_at is not null))
);
create index routes_by_date on routes (date desc, id desc) where deleted_at is null;
create index routes_driver on routes (driver_id, date) where deleted_at is null;
-- A driver is on one route at a time.
create unique index routes_under_way on routes (driver_id) where status = 'IN_PROGRESS' and deleted_at is null;

create table route_stops (
  id uuid primary key,
  route_id uuid not null references routes,
  shipment_id uuid not null references shipments,
  order_id uuid not null references sales_orders,
  -- from 1; null once it was taken off
  sequence integer check (sequence > 0),
  status text not null default 'READY_FOR_SHIPPING'
    check (status in ('READY_FOR_SHIPPING', 'ON_THE_WAY', 'DELIVERED', 'FAILED_DELIVERY')),
  service_minutes integer not null default 10 check (service_minutes >= 0),
  window_from timestamptz,
  window_to timestamptz,
  address text,
  latitude double precision,
  longitude double precision,
  -- from the stop before
  distance integer,
  travel_seconds integer,
  eta timestamptz,
  arrived_at timestamptz,
  finished_at timestamptz,
  postponements integer not null default 0,
  received_by text,
  failure_reason text,
  note text,
  -- the event that gave it its end
  final_event_id uuid,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((removed_at is null) = (sequence is not null)),
  check ((window_from is null) = (window_to is null)),
  check ((latitude is null) = (longitude is null)),
  check ((status in ('DELIVERED', 'FAILED_DELIVERY')) = (finished_at is not null)),
  unique (route_id, sequence) deferrable initially immediate
);
create index route_stops_route on route_stops (route_id, sequence);
create index route_stops_shipment on route_stops (shipment_id, created_at);
-- The goods of an order are on one route at a time.
create unique index route_stops_active on route_stops (order_id)
  where removed_at is null and status in ('READY_FOR_SHIPPING', 'ON_THE_WAY');
create unique index route_stops_active_shipment on route_stops (shipment_id)
  where removed_at is null and status in ('READY_FOR_SHIPPING', 'ON_THE_WAY');

-- What happened to a route, never changed.
create table route_events (
  id bigint generated always as identity primary key,
  route_id uuid not null references routes,
  stop_id uuid references route_stops,
  act text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index route_events_route on route_events (route_id, id);
create trigger route_events_written_once before update or delete or truncate on route_events
  for each statement execute function refuse_change();

alter table shipments
  -- pieces of no package of a shipment count as packed by themselves
  add column packages integer not null default 0,
  add column is_cold boolean not null default false,
  -- what the customer asked for on the tracking page
  add column instruction text;
create index shipments_list on shipments (created_at desc, id desc) where deleted_at is null;
create index shipments_expected on shipments (expected_date, id) where deleted_at is null;

create table shipment_packages (
  id uuid primary key,
  shipment_id uuid not null references shipments,
  number integer not null check (number > 0),
  kind text not null,
  weight_grams bigint check (weight_grams >= 0),
  is_cold boolean not null default false,
  sscc text unique check (sscc ~ '^[0-9]{18}$'),
  loaded_at timestamptz,
  created_at timestamptz not null default now(),
  unique (shipment_id, number) deferrable initially immediate
);

create table shipment_package_lines (
  package_id uuid not null references shipment_packages on delete cascade,
  shipment_line_id uuid not null references shipment_lines,
  quantity integer not null check (quantity > 0),
  primary key (package_id, shipment_line_id)
);

-- How a line of a shipment was taken at the door.
create table delivered_lines (
  shipment_line_id uuid not null references shipment_lines,
  stop_id uuid not null references route_stops,
  delivered integer not null check (delivered >= 0),
  refused integer not null default 0 check (refused >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  note text,
  primary key (shipment_line_id, stop_id)
);

-- What a driver's phone sent: once each, whatever became of it.
create table driver_events (
  event_id uuid primary key,
  driver_id uuid not null references users,
  device_id uuid not null,
  seq integer not null check (seq > 0),
  type text not null,
  -- as sent: they may name nothing that is there
  route_id uuid not null,
  stop_id uuid,
  device_at timestamptz not null,
  received_at timestamptz not null,
  payload jsonb not null,
  outcome text not null check (outcome in ('applied', 'recorded', 'refused')),
  code text,
  reason text
);
create unique index driver_events_sequence on driver_events (driver_id, device_id, seq);
create index driver_events_route on driver_events (route_id, received_at);
create index driver_events_stop on driver_events (stop_id, received_at) where stop_id is not null;
create trigger driver_events_written_once before update or delete or truncate on driver_events
  for each statement execute function refuse_change();

create table delivery_proofs (
  id uuid primary key,
  shipment_id uuid not null references shipments,
  stop_id uuid references route_stops,
  received_by text not null,
  -- hash of its picture as it was sent
  signature text,
  typed_name text,
  photos text[] not null default '{}',
  device_at timestamptz not null,
  received_at timestamptz not null,
  latitude double precision,
  longitude double precision,
  document jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- taken back within the undo window
  undone_at timestamptz,
  check (signature is not null or typed_name is not null)
);
create index delivery_proofs_shipment on delivery_proofs (shipment_id);

-- Photos and signatures; the parts of one that is not here as a whole yet.
create table driver_files (
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  driver_id uuid not null references users,
  file_id uuid not null unique,
  size integer not null check (size > 0),
  received integer not null default 0 check (received >= 0 and received <= size),
  complete_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (sha256, driver_id)
);
create table driver_file_parts (
  file_id uuid not null references driver_files (file_id) on delete cascade,
  start_byte integer not null check (start_byte >= 0),
  content bytea not null,
  primary key (file_id, start_byte)
);

-- Kept for 30 days.
create table driver_positions (
  route_id uuid not null references routes,
  at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision,
  primary key (route_id, at)
);
create index driver_positions_old on driver_positions (at);

-- What a drive from stop to stop took: what speed and road factor are learnt from.
create table driving_observations (
  stop_id uuid primary key references route_stops,
  -- 0 … 23 in the company's time zone, and the square of half a degree
  hour integer not null check (hour between 0 and 23),
  region text not null,
  straight_metres integer not null check (straight_metres > 0),
  seconds integer not null check (seconds > 0),
  observed_at timestamptz not null
);
create index driving_observations_where on driving_observations (region, hour, observed_at desc);

create table tracking_links (
  token_hash bytea primary key,
  shipment_id uuid not null references shipments,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index tracking_links_shipment on tracking_links (shipment_id);

/* A serial shipping container code: extension digit 0, company prefix, serial number, check digit. */
create function sscc_of(prefix text, serial bigint) returns text language sql immutable as $$
  select digits || ((10 - sum(substr(digits, 18 - n, 1)::int * case when n % 2 = 1 then 3 else 1 end) % 10) % 10)::text
  from (select '0' || prefix || lpad(serial::text, 16 - length(prefix), '0') as digits) d, generate_series(1, 17) n
  group by digits
$$;
