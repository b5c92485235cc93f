-- Reports saved under a name with what they look at, and when they are mailed to whom.

create table saved_reports (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null,
  report text not null,
  -- the parameters of its address: range, grouping, dimension
  query jsonb not null,
  shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_reports_name on saved_reports (owner_id, lower(name));

create table report_schedules (
  id uuid primary key,
  saved_report_id uuid not null references saved_reports on delete cascade,
  -- whose rights a run has
  owner_id uuid not null references users,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday
  weekday smallint check (weekday between 1 and 7),
  -- beyond the end of a month: its last day
  month_day smallint check (month_day between 1 and 31),
  at_time time not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf', 'link')),
  paused_at timestamptz,
  -- why it runs no more until somebody resumes it
  stopped_reason text,
  -- null while paused or stopped
  next_run_at timestamptz,
  -- in which next_run_at was worked out
  time_zone text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index report_schedules_due on report_schedules (next_run_at) where next_run_at is not null;
create index report_schedules_report on report_schedules (saved_report_id);
create index report_schedules_owner on report_schedules (owner_id);

create table report_recipients (
  id uuid primary key,
  schedule_id uuid not null references report_schedules on delete cascade,
  user_id uuid references users,
  email text,
  unsubscribe_key uuid not null unique default gen_random_uuid(),
  unsubscribed_at timestamptz,
  check ((user_id is null) <> (email is null))
);
create index report_recipients_schedule on report_recipients (schedule_id);
create index report_recipients_user on report_recipients (user_id) where user_id is not null;

create table report_runs (
  id uuid primary key,
  schedule_id uuid not null references report_schedules on delete cascade,
  due_at timestamptz not null,
  manual boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  problem text,
  -- of the outbox
  mail_ids uuid[] not null default '{}',
  ended_at timestamptz
);
-- No time of a schedule has two runs, whoever finds it due.
create unique index report_runs_due on report_runs (schedule_id, due_at) where not manual;
create index report_runs_schedule on report_runs (schedule_id, due_at desc, id desc);

/*
 * The first time of a schedule after a moment. A time that a change of clocks skips is as much later; one that comes twice is
 * taken once.
 */
create function next_report_run(frequency text, weekday integer, month_day integer, at_time time, zone text, after timestamptz)
returns timestamptz language sql stable as $$
  select min((d::date + at_time) at time zone zone)
  from generate_series((after at time zone zone)::date::timestamp,
    (after at time zone zone)::date::timestamp + interval '62 days', interval '1 day') d
  where (d::date + at_time) at time zone zone > after
    and case frequency when 'daily' then true when 'weekly' then extract(isodow from d) = weekday
      else extract(day from d) = least(month_day, extract(day from date_trunc('month', d) + interval '1 month' - interval '1 day')) end
$$;
