-- What a road service said of the way between two places (degrees to five decimals); null where there is no road.
create table road_legs (
  from_latitude double precision not null,
  from_longitude double precision not null,
  to_latitude double precision not null,
  to_longitude double precision not null,
  metres integer check (metres >= 0),
  seconds integer check (seconds >= 0),
  measured_at timestamptz not null,
  primary key (from_latitude, from_longitude, to_latitude, to_longitude),
  check ((metres is null) = (seconds is null))
);
create index road_legs_old on road_legs (measured_at);

-- Planned routes are few among all.
create index routes_status on routes (status, date desc, id desc) where deleted_at is null;
