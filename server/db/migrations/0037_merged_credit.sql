-- Credit goes with its customer where two become one: a row out of the one and a row into the other, for the same amount.
alter table credit_entry
  drop constraint credit_entry_kind_check,
  add constraint credit_entry_kind_check
    check (kind in ('OVERPAYMENT', 'CREDIT_NOTE', 'APPLIED', 'REFUND', 'REVERSAL', 'MOVED')),
  -- the other customer
  add constraint credit_entry_moved check (kind <> 'MOVED' or source_id is not null);

-- The search over everything finds payments, shipments and credit notes, too.
create index payments_found on payments using gin ((number || ' ' || coalesce(reference, '')) gin_trgm_ops);
create index shipments_found on shipments using gin ((number || ' ' || coalesce(tracking_number, '')) gin_trgm_ops)
  where deleted_at is null;
create index credit_notes_found on credit_notes using gin (number gin_trgm_ops);
