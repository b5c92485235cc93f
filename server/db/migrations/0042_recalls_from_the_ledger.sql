-- A recall is read from the ledger at each look. What remains of it in rows of its own is what was decided and done: its lots,
-- who was told, what came back.
drop table recall_finds;
delete from recall_customers where told_how is null;
alter table recall_customers alter column told_how set not null, alter column told_at set not null;

alter table recalls
  -- what blocking the lots did to the orders that they were promised to or packed for
  add column effect jsonb,
  -- of a recall that was none, its last entry: what its lots did after that is no concern of it
  add column ended_entry bigint;
update recalls set ended_entry = coalesce((select max(e.id) from stock_entry e where e.written_at <= recalls.ended_at), 0)
  where status = 'WITHDRAWN';

-- The last move of any order before the change: whatever was handed over after it held a lot that was as the change left it.
alter table lot_changes add column after_move bigint;
