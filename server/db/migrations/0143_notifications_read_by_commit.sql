-- Until when all is read goes by when a notification was first found, no longer by when its act began: one that is committed later
-- was found by nobody before, however long the act took. Before it is found it lies after everything.
update notifications set settled_at = at;
alter table notifications alter column settled_at set default 'infinity', alter column settled_at set not null;
create index notifications_settled on notifications (settled_at);

-- As in 0117; by when the notification was found.
create or replace function withdraw_failed_delivery() returns trigger language plpgsql as $$
begin
  delete from notifications n where n.kind = 'delivery-failed' and n.entity_id = new.id
    and n.at = (select max(o.at) from notifications o where o.kind = n.kind and o.entity_id = n.entity_id)
    and not exists (select 1 from notification_reads r where r.notification_id = n.id and r.is_read)
    and not exists (select 1 from notification_settings s where s.read_until >= n.settled_at);
  return null;
end $$;
