-- What the pieces of each line cost together, in ten-thousandths: the sum of a document is conserved line by line.
alter table kit_order_lines add column cost bigint check (cost >= 0);
alter table production_run_lines add column quantity integer not null check (quantity > 0),
  add column cost bigint not null check (cost >= 0);

-- What a kit holds is nothing without the kit.
alter table kit_components drop constraint kit_components_kit_id_fkey,
  add constraint kit_components_kit_id_fkey foreign key (kit_id) references items on delete cascade;
