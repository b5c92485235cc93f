-- What lands of a purchase order's fees without a receipt: the rest of them once no more will come, taken back where the order waits again.
create table purchase_fee_entries (
  id bigint generated always as identity primary key,
  receipt_line_id uuid not null references goods_receipt_lines,
  -- minor units; below zero where it is taken back
  amount bigint not null check (amount <> 0),
  -- the part that changed what the goods cost; the rest is expensed
  landed bigint not null check (landed between least(amount, 0) and greatest(amount, 0)),
  actor_id uuid,
  at timestamptz not null default moment()
);
create index purchase_fee_entries_line on purchase_fee_entries (receipt_line_id);
create index purchase_fee_entries_at on purchase_fee_entries (at);
create trigger purchase_fee_entries_written_once before update or delete or truncate on purchase_fee_entries
  for each statement execute function refuse_change();
