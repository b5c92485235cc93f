-- Where the numbers of a series begin in a year: later than 1 for a company that goes on from another program.
alter table counters add column first bigint not null default 1,
  add constraint counters_from_first check (first >= 1 and value >= first - 1);

-- Prefixes that numbers of a series have and new ones don't: no other series takes them.
create table number_prefixes (
  prefix text primary key,
  series text not null
);

-- Volatile, so that it reads by a snapshot of its own: whoever waited for a counter gets the prefix that was saved meanwhile.
create function number_prefix(series text) returns text language plpgsql volatile as $$
begin
  return coalesce((select content #>> array['numbering', series] from settings), series);
end $$;
