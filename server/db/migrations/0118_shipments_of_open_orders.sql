-- Shipments of orders that are not closed are listed in their order, without the many that were delivered.
create index shipments_not_delivered on shipments (created_at desc, id desc) where deleted_at is null and status <> 'DELIVERED'
