-- One clock: time is what the transaction or the request was given (server/db/moment.ts), so that tests and the demo company
-- can say what time it is. Whoever looks by hand and gives none gets the server's.
create function moment() returns timestamptz language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('wardstock.moment', true), '')::timestamptz, now())
$$;

-- The business day of that moment. A subquery, so that it is found once a statement and not once a row.
create or replace function company_today() returns date language sql stable parallel safe as $$
  select (select (moment() at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date)
$$;

-- What is compared with the moment is written by it, too. When a row was written stays the server's own business: the records
-- of one transaction are known by it.
alter table sessions alter column last_seen_at set default moment();
alter table known_devices alter column last_seen_at set default moment();
alter table limits alter column since set default moment();
