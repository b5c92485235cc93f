#!/bin/sh
# Run once by Patroni after initdb, with a connection string of the superuser: the database, its owner, and a user that may
# only read. WARDSTOCK_DB_PASSWORD and READER_DB_PASSWORD come by the environment.
set -eu
psql "$1" --quiet --set=ON_ERROR_STOP=1 --set=owner="$WARDSTOCK_DB_PASSWORD" --set=reader="$READER_DB_PASSWORD" <<'SQL'
create role wardstock login password :'owner';
create database wardstock owner wardstock;
-- Reads what it is granted, table by table; nothing by itself.
create role reader login password :'reader' connection limit 20;
alter role reader set default_transaction_read_only = on;
alter role reader set statement_timeout = '60s';
grant connect on database wardstock to reader;
SQL
