-- Credit notes are mailed as invoices are.

alter table money_mails
  drop constraint money_mails_kind_check,
  add constraint money_mails_kind_check check (kind in ('invoice', 'statement', 'reminder', 'credit_note')),
  add column credit_note_id uuid references credit_notes,
  add constraint money_mails_credit_note_check check ((kind = 'credit_note') = (credit_note_id is not null));
create index money_mails_credit_note on money_mails (credit_note_id, at) where credit_note_id is not null;
