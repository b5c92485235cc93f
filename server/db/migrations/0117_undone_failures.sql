-- A failed delivery that the driver took back is no news, unless somebody has read of it.
create function withdraw_failed_delivery() returns trigger language plpgsql as $$
begin
  delete from notifications n where n.kind = 'delivery-failed' and n.entity_id = new.id
    and n.at = (select max(o.at) from notifications o where o.kind = n.kind and o.entity_id = n.entity_id)
    and not exists (select 1 from notification_reads r where r.notification_id = n.id and r.is_read)
    and not exists (select 1 from notification_settings s where s.read_until >= n.at);
  return null;
end $$;
create trigger shipments_notify_undone after update of status on shipments for each row
  when (old.status = 'FAILED_DELIVERY' and new.status = 'ON_THE_WAY') execute function withdraw_failed_delivery();
