-- The mail server as administrators set it up in the app; SMTP_URL of the environment goes before it.

create table mail_settings (
  id integer primary key default 1 check (id = 1),
  host text,
  port integer,
  encryption text check (encryption in ('starttls', 'tls', 'none')),
  username text,
  -- sealed with the secret key
  password text,
  sender_name text,
  sender_address text,
  -- off after a restore, until an administrator has looked at it: a rehearsal must mail nobody
  is_on boolean not null default true,
  -- the last test mail: through which server, and what that said where it refused
  tested_server text,
  tested_at timestamptz,
  test_problem text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (host is null or (port is not null and encryption is not null and sender_address is not null))
);
insert into mail_settings default values;
