-- Saved views of lists, and with which of them a list opens for whom.

create table list_views (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users,
  name text not null,
  -- { query, choice }
  content jsonb not null,
  -- roles of which everybody sees it; empty: the owner alone
  shared_with text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index list_views_name on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where shared_with <> '{}';

create table list_view_defaults (
  user_id uuid not null references users,
  list text not null,
  view_id uuid not null references list_views on delete cascade,
  primary key (user_id, list)
);
create index list_view_defaults_view on list_view_defaults (view_id);
