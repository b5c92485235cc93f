-- The checklist "Set up your company" of a new company's dashboard: what an administrator skipped, and whether all of it was put away.

create table company_setup (
  id integer primary key default 1 check (id = 1),
  skipped text[] not null default '{}',
  is_dismissed boolean not null default false,
  version integer not null default 1
);
-- Who works already has set up what they need.
insert into company_setup (is_dismissed) select exists (select from sales_orders);

-- Lists of customers are imported, too.
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('deliveries', 'products', 'rawMaterials', 'accounts'));
