-- Of what settled an invoice, the rows that are no payment: lists show how much of it was credit.
create index payment_entry_credit_used on payment_entry (invoice_id) where payment_id is null;
