-- What customers owed before Wardstock: an invoice without an order, of one line, with the reference of the old system; what was
-- owed to them is credit of a kind of its own.
alter table invoices
  alter column order_id drop not null,
  add column reference text,
  add constraint invoices_of_order check ((order_id is null) = (reference is not null));
alter table invoice_lines
  drop constraint invoice_lines_kind_check,
  add constraint invoice_lines_kind_check check (kind in ('item', 'service', 'fee', 'opening'));

alter table credit_entry
  drop constraint credit_entry_kind_check,
  add constraint credit_entry_kind_check
    check (kind in ('OVERPAYMENT', 'CREDIT_NOTE', 'APPLIED', 'REFUND', 'REVERSAL', 'MOVED', 'OPENING')),
  add constraint credit_entry_opening check (kind <> 'OPENING' or amount > 0 and reference is not null);

-- The journal reads them by their day, as refunds.
create index credit_entry_openings on credit_entry (day) where kind = 'OPENING';
