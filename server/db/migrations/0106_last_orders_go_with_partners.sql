-- What is kept about the last order of a partner goes when the partner is deleted for good; orders refuse that before.
alter table retention_customers drop constraint retention_customers_account_id_fkey,
  add constraint retention_customers_account_id_fkey foreign key (account_id) references accounts on delete cascade;
alter table supplier_last_orders drop constraint supplier_last_orders_supplier_id_fkey,
  add constraint supplier_last_orders_supplier_id_fkey foreign key (supplier_id) references suppliers on delete cascade;
