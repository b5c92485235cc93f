-- A new route has its id as number until it gets one, last in its transaction: its driver is told then, and by that number.
drop trigger routes_notify_new on routes;
create trigger routes_notify_numbered after update of number on routes for each row
  when (old.number = old.id::text and new.number <> old.number) execute function notify_driver();
drop trigger routes_notify_changed on routes;
create trigger routes_notify_changed after update of driver_id on routes for each row
  when (old.driver_id <> new.driver_id and old.number <> old.id::text) execute function notify_driver();

update notifications n set subject = r.number from routes r
  where n.kind = 'route-assigned' and r.id = n.entity_id and n.subject = r.id::text;
