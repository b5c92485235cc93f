-- What each account had at the end of a closed period, by role and key: a later trial balance starts from it.
create table closing_balances (
  closed_until date not null,
  role text not null,
  key text not null,
  -- above zero on the debit side, in minor units
  amount bigint not null,
  primary key (closed_until, role, key)
);

-- Days that are open again have none; also where a version that does not know of them reopens the period.
create function delete_closing_balances() returns trigger language plpgsql as $$
begin
  delete from closing_balances where new.closed_until is null or closed_until > new.closed_until;
  return null;
end
$$;
create trigger period_lock_reopened after update of closed_until on period_lock
  for each row when (new.closed_until is null or new.closed_until < old.closed_until)
  execute function delete_closing_balances();
