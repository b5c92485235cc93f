-- Who might buy, and what they might buy: prospects and sales opportunities.

create table prospects (
  id uuid primary key,
  name text not null,
  contact text,
  email text,
  phone text,
  address text,
  country text,
  -- how they were found: a fair, a referral
  source text,
  status text not null check (status in ('New', 'Contacted', 'Follow-up', 'Converted', 'Disqualified')),
  follow_up_date date,
  labels text[] not null default '{}',
  notes text,
  disqualify_reason text,
  -- the customer they have become
  account_id uuid references accounts,
  converted_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1,
  check ((status = 'Converted') = (account_id is not null and converted_at is not null)),
  check (disqualify_reason is null or status = 'Disqualified')
);
-- Who has no date comes last in the order of follow-ups.
create index prospects_by_follow_up on prospects (coalesce(follow_up_date, 'infinity'::date), id) where deleted_at is null;
create index prospects_by_name on prospects (lower(name), id) where deleted_at is null;
create index prospects_by_creation on prospects (created_at desc, id desc) where deleted_at is null;
create index prospects_by_account on prospects (account_id) where account_id is not null;
create index prospects_search on prospects using gin (
  (name || ' ' || coalesce(contact, '') || ' ' || coalesce(email, '') || ' ' || coalesce(notes, '')) gin_trgm_ops
) where deleted_at is null;

create table opportunities (
  id uuid primary key,
  title text not null,
  -- whose business it is: a customer's, or a prospect's who may become one
  account_id uuid references accounts,
  prospect_id uuid references prospects,
  stage text not null check (stage in ('New', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost')),
  -- minor units
  value bigint not null check (value >= 0),
  expected_close date,
  notes text,
  lost_reason text check (lost_reason in ('Price', 'Competitor', 'No budget', 'No decision', 'Not available', 'Other')),
  lost_note text,
  closed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1,
  check (account_id is not null or prospect_id is not null),
  check ((stage = 'Lost') = (lost_reason is not null)),
  check ((stage in ('Won', 'Lost')) = (closed_at is not null))
);
create index opportunities_by_close on opportunities (coalesce(expected_close, 'infinity'::date), id) where deleted_at is null;
create index opportunities_by_stage on opportunities (stage, coalesce(expected_close, 'infinity'::date), id) where deleted_at is null;
create index opportunities_by_value on opportunities (value desc, id desc) where deleted_at is null;
create index opportunities_by_title on opportunities (lower(title), id) where deleted_at is null;
create index opportunities_by_creation on opportunities (created_at desc, id desc) where deleted_at is null;
create index opportunities_by_account on opportunities (account_id) where account_id is not null;
create index opportunities_by_prospect on opportunities (prospect_id) where prospect_id is not null;
create index opportunities_search on opportunities using gin ((title || ' ' || coalesce(notes, '')) gin_trgm_ops) where deleted_at is null;

-- What happened with prospects and opportunities, one after the other.
create table pipeline_moves (
  id bigint generated always as identity primary key,
  -- a prospect's or an opportunity's
  subject_id uuid not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index pipeline_moves_subject on pipeline_moves (subject_id, id);
create trigger pipeline_moves_written_once before update or delete or truncate on pipeline_moves
  for each statement execute function refuse_change();
