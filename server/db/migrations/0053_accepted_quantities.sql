-- What became of each line of a parcel is kept however it was delivered: by the driver at a stop, or as staff or a carrier say.
alter table delivered_lines drop constraint delivered_lines_pkey;
alter table delivered_lines alter column stop_id drop not null;
create unique index delivered_lines_once on delivered_lines (shipment_line_id, stop_id) nulls not distinct;

-- Until now staff could only say that everything was accepted.
insert into delivered_lines (shipment_line_id, stop_id, delivered)
select x.id, (select p.id from route_stops p where p.shipment_id = s.id and p.removed_at is null and p.status = 'DELIVERED'
    order by p.created_at desc, p.id desc limit 1), x.quantity
from shipments s join shipment_lines x on x.shipment_id = s.id
where s.status = 'DELIVERED' and not exists (select 1 from delivered_lines h where h.shipment_line_id = x.id);
