-- The packages that the driver scanned as they were handed over, by their codes.
alter table delivery_proofs add column scanned text[] not null default '{}';
