-- The mail by which a customer was told of a recall: they are notified when it has left, not when it was written.
alter table recall_customers add column told_mail_id uuid references mail_outbox (id) on delete set null;
create index recall_customers_told_mail on recall_customers (told_mail_id) where told_mail_id is not null;
