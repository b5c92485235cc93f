-- The logo counts its changes, so that nobody replaces one that they have not seen; a removed one leaves its count behind.
alter table company_logo
  alter column content drop not null,
  alter column hash drop not null,
  add column version integer not null default 2,
  add constraint company_logo_is_whole check ((content is null) = (hash is null));
