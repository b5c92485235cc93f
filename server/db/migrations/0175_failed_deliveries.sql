-- When a delivery failed: the work queue counts the days from then, and the list of failed deliveries has that order.
alter table shipments add column failed_at timestamptz;
update shipments s set failed_at = coalesce(
    (select max(p.finished_at) from route_stops p where p.shipment_id = s.id and p.status = 'FAILED_DELIVERY' and p.removed_at is null),
    (select max(g.at) from audit_log g where g.entity = 'shipment' and g.entity_id = s.id and g.details ->> 'status' = 'FAILED_DELIVERY'),
    s.updated_at)
  where s.status = 'FAILED_DELIVERY';
create index shipments_by_failure on shipments ((coalesce(failed_at, '9999-12-31 00:00:00+00'::timestamptz)), id)
  where deleted_at is null;
