-- What happened to what people care about. One row an event, written by the act that it tells of; who may see it is worked out
-- from their rights whenever it is read, so that nobody is told what they may no longer see.

create table notifications (
  id uuid primary key default uuidv7(),
  kind text not null,
  -- for this user alone; null: for all who may see such things
  user_id uuid references users,
  -- who did it, and so knows
  actor_id uuid references users,
  -- what it opens
  entity_id uuid,
  subject text not null,
  detail text,
  at timestamptz not null default moment()
);
create index notifications_at on notifications (at desc, id desc);
create index notifications_entity on notifications (kind, entity_id, at);

-- What differs from what notification_settings.read_until says.
create table notification_reads (
  user_id uuid not null references users,
  notification_id uuid not null references notifications on delete cascade,
  is_read boolean not null,
  primary key (user_id, notification_id)
);
create index notification_reads_notification on notification_reads (notification_id);

create table notification_settings (
  user_id uuid primary key references users,
  -- kinds that are not shown
  muted text[] not null default '{}',
  digest text not null default 'none' check (digest in ('none', 'daily', 'weekly')),
  -- all up to here is read
  read_until timestamptz,
  digested_at timestamptz,
  version integer not null default 0
);

-- A product that runs low, or out. A change of the threshold is no news, nor is what hovers around it the whole day.
create function notify_stock() returns trigger language plpgsql as $$
declare
  told notifications;
begin
  insert into notifications (kind, entity_id, subject, detail)
  select case new.stock_status when 'outOfStock' then 'out-of-stock' else 'low-stock' end, i.id, i.name, i.sku
  from items i where i.id = new.item_id and i.kind = 'product' and i.deleted_at is null
  returning * into told;
  delete from notifications where id = told.id and exists (select 1 from notifications n
    where n.kind = told.kind and n.entity_id = told.entity_id and n.id <> told.id and n.at > told.at - interval '1 day');
  return null;
end $$;
create trigger item_stock_notify after update on item_stock for each row
  when (new.low_at = old.low_at and new.stock_status <> 'inStock' and old.stock_status <> new.stock_status
    and old.stock_status <> 'outOfStock')
  execute function notify_stock();

create function notify_failed_delivery() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, entity_id, subject, detail)
  select 'delivery-failed', new.id, new.number, a.name
  from sales_orders o join accounts a on a.id = o.account_id where o.id = new.order_id;
  return null;
end $$;
create trigger shipments_notify after update of status on shipments for each row
  when (new.status = 'FAILED_DELIVERY' and old.status <> new.status) execute function notify_failed_delivery();

create function notify_order_message() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, actor_id, entity_id, subject, detail)
  select 'order-message', new.author_id, o.id, o.number, left(new.body, 200) from sales_orders o where o.id = new.order_id;
  return null;
end $$;
create trigger order_messages_notify after insert on order_messages for each row
  when (new.from_customer) execute function notify_order_message();

create function notify_estimate_answer() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, entity_id, subject, detail)
  select 'estimate-answered', e.id, e.number, concat(initcap(new.answer), ' by ', new.name)
  from estimates e where e.id = new.estimate_id;
  return null;
end $$;
create trigger estimate_answers_notify after insert on estimate_answers for each row
  execute function notify_estimate_answer();

create function notify_return() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, actor_id, entity_id, subject, detail)
  select 'return-requested', new.created_by, new.id, new.number, a.name from accounts a where a.id = new.account_id;
  return null;
end $$;
create trigger sales_returns_notify after insert on sales_returns for each row
  when (new.status = 'Requested') execute function notify_return();

create function notify_purchase() returns trigger language plpgsql as $$
declare
  asks boolean := new.status = 'Pending Approval';
begin
  insert into notifications (kind, user_id, actor_id, entity_id, subject, detail)
  select case when asks then 'purchase-approval' else 'purchase-decided' end, case when not asks then new.submitted_by end,
    case when asks then new.submitted_by end, new.id, new.number,
    case when asks then s.name when new.status = 'Open' then 'Approved' else 'Sent back to draft' end
  from suppliers s where s.id = new.supplier_id and (asks or new.submitted_by is not null);
  return null;
end $$;
create trigger purchase_orders_notify after update of status on purchase_orders for each row
  when (old.status <> new.status and (new.status = 'Pending Approval'
    or old.status = 'Pending Approval' and new.status in ('Open', 'Draft')))
  execute function notify_purchase();

create function notify_count() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, entity_id, subject, detail)
  values ('count-review', new.id, new.number, (select l.name from locations l where l.id = new.location_id));
  return null;
end $$;
create trigger stock_counts_notify after update of status on stock_counts for each row
  when (new.status = 'REVIEW' and old.status <> new.status) execute function notify_count();

create function notify_recall() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, actor_id, entity_id, subject, detail)
  values ('recall-started', new.created_by, new.id, new.number, left(new.reason, 200));
  return null;
end $$;
create trigger recalls_notify after insert on recalls for each row execute function notify_recall();

create function notify_acknowledgement() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, actor_id, entity_id, subject, detail)
  select 'recall-acknowledged', new.user_id, r.id, r.number, concat(a.name, ', ', new.held, ' on hand')
  from recalls r, accounts a where r.id = new.recall_id and a.id = new.account_id;
  return null;
end $$;
create trigger recall_acknowledgements_notify after insert on recall_acknowledgements for each row
  execute function notify_acknowledgement();

create function notify_driver() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, user_id, actor_id, entity_id, subject, detail)
  values ('route-assigned', new.driver_id, new.created_by, new.id, new.number, to_char(new.date, 'FMDD Mon YYYY'));
  return null;
end $$;
create trigger routes_notify_new after insert on routes for each row execute function notify_driver();
create trigger routes_notify_changed after update of driver_id on routes for each row
  when (old.driver_id <> new.driver_id) execute function notify_driver();

create function notify_stopped_report() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, user_id, entity_id, subject, detail)
  select 'report-stopped', new.owner_id, s.id, s.name, new.stopped_reason from saved_reports s where s.id = new.saved_report_id;
  return null;
end $$;
create trigger report_schedules_notify after update of stopped_reason on report_schedules for each row
  when (new.stopped_reason is not null and old.stopped_reason is distinct from new.stopped_reason)
  execute function notify_stopped_report();

create function notify_export() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, user_id, entity_id, subject, detail)
  values (case new.state when 'done' then 'export-done' else 'export-failed' end, new.owner_id, new.id, new.file_name, new.failure);
  return null;
end $$;
create trigger exports_notify after update of state on exports for each row
  when (new.state in ('done', 'failed') and old.state <> new.state) execute function notify_export();

create function notify_import() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, user_id, entity_id, subject, detail)
  values (case new.state when 'done' then 'import-done' else 'import-failed' end, new.created_by, new.id, new.file_name, new.failure);
  return null;
end $$;
create trigger imports_notify after update of state on imports for each row
  when (new.state in ('done', 'failed') and old.state <> new.state) execute function notify_import();

create function notify_integrity() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, entity_id, subject, detail)
  values ('integrity-failed', new.id, 'Data integrity check', coalesce(new.failure, 'Something does not add up'));
  return null;
end $$;
create trigger proofs_notify after update of state on proofs for each row
  when (new.state in ('red', 'failed') and old.state <> new.state) execute function notify_integrity();

create function notify_job() returns trigger language plpgsql as $$
begin
  insert into notifications (kind, entity_id, subject, detail)
  select 'job-failed', new.entity_id, new.details ->> 'job', left(new.details ->> 'error', 200)
  where not exists (select 1 from notifications n where n.kind = 'job-failed' and n.entity_id = new.entity_id);
  return null;
end $$;
create trigger audit_log_notify after insert on audit_log for each row
  when (new.act = 'job.failed') execute function notify_job();
