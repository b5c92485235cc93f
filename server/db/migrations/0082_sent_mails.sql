-- The email by which a document was last sent: whether it left, and its link where no mail server is set up.
alter table purchase_orders add column sent_mail_id uuid references mail_outbox (id) on delete set null;
alter table estimates add column sent_mail_id uuid references mail_outbox (id) on delete set null;
create index purchase_orders_sent_mail on purchase_orders (sent_mail_id) where sent_mail_id is not null;
create index estimates_sent_mail on estimates (sent_mail_id) where sent_mail_id is not null;
