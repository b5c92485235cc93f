-- Seals of the audit log: each holds the rows since the one before it, and that one. A row that is changed, taken out or put
-- in afterwards breaks its seal, and a seal that is made anew breaks all that follow.
create table audit_seals (
  last_entry bigint primary key,
  rows integer not null check (rows > 0),
  hash bytea not null,
  at timestamptz not null default now()
);
create trigger audit_seals_written_once before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

/* How many rows there are after one entry up to another, and what they say. */
create function audit_digest(after_entry bigint, up_to bigint, out rows bigint, out digest bytea) language sql stable as $$
  select count(*), sha256(convert_to(coalesce(string_agg(jsonb_build_array(id, extract(epoch from at), actor_id, act, entity, entity_id,
      details, request_id)::text, e'\n' order by id), ''), 'UTF8'))
  from audit_log where id > after_entry and id <= up_to
$$;

-- Each check of a proof is kept under its name.
update proofs set checks = coalesce((select jsonb_agg(jsonb_build_object('id', '') || c) from jsonb_array_elements(checks) c), '[]');

-- A recall of a lot that went everywhere writes tens of thousands of finds at once. They are written by one function, for lots
-- and orders that it has just read and that are never deleted for good; looking each of them up again took two thirds of the
-- time, and the nightly proof looks as well.
alter table recall_finds
  drop constraint recall_finds_recall_id_fkey,
  drop constraint recall_finds_lot_id_fkey,
  drop constraint recall_finds_location_id_fkey,
  drop constraint recall_finds_to_location_id_fkey,
  drop constraint recall_finds_order_id_fkey,
  drop constraint recall_finds_transfer_id_fkey,
  -- whose order it is, and its number
  add column account_id uuid,
  add column order_number text;
update recall_finds f set account_id = o.account_id, order_number = o.number from sales_orders o where o.id = f.order_id;
alter table recall_finds add check (num_nonnulls(order_id, account_id, order_number) in (0, 3));
-- One index does for both: what is found is read by its recall alone.
drop index recall_finds_recall;
alter table recall_finds drop constraint recall_finds_pkey, add primary key (recall_id, id);
