-- Where the goods of an estimate go once that address is deleted: it stays the estimate's own, as for orders.
alter table estimates add column new_ship_to jsonb;
