-- When a digest first found a notification, or somebody who chose one: `at` is when its act began, and one that is committed after a
-- digest may lie before it. What is here already goes by `at`.
alter table notifications add column settled_at timestamptz default 'epoch';
alter table notifications alter column settled_at drop default;
