-- A digest's mail ends digests by its link, without a login; what was chosen before comes back by the same page.
alter table notification_settings
  add column unsubscribe_key uuid not null unique default gen_random_uuid(),
  add column digest_before text check (digest_before in ('daily', 'weekly'));
