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
