-- What a customer's or supplier's timeline is read by, beside the indexes that are there.
create index mail_outbox_to on mail_outbox (lower(to_address), created_at) where expires_at is null;
