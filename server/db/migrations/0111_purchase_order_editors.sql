-- Who has changed an order may not approve it either, as who wrote or submitted it.
alter table purchase_orders add column edited_by uuid[] not null default '{}';

update purchase_orders o set edited_by = e.editors
from (select entity_id, array_agg(distinct actor_id) as editors from audit_log
  where entity = 'purchaseOrder' and act = 'purchaseOrder.updated' and actor_id is not null
    and entity_id in (select id from purchase_orders where status in ('Draft', 'Pending Approval'))
  group by entity_id) e
where o.id = e.entity_id;
