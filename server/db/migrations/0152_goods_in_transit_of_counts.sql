-- What had left the counted balance by a transfer and had not arrived: the ledger has it there, but nobody finds it there.
alter table stock_count_entries add column in_transit integer not null default 0 check (in_transit >= 0);
