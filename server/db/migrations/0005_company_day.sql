-- The business day: what is overdue and what has expired is decided by the company's calendar, not the server's.
create function company_today() returns date language sql stable as $$
  select (now() at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date
$$;
