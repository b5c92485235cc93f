-- Which shipments are on some routes, without the rows of their stops: all of a driver's are counted above their list.
create index route_stops_shipments on route_stops (route_id) include (shipment_id) where removed_at is null;
