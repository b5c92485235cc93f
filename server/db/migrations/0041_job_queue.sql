-- Background jobs are kept by the queue, in a schema of its own: what the tables held to share the work goes.

drop index mail_outbox_due;
alter table mail_outbox
  drop column run_at,
  drop column lease_until,
  drop column lease_token,
  -- an attempt has begun; written before the mail leaves, so that none leaves twice
  add column started_at timestamptz;
create index mail_outbox_queued on mail_outbox (id) where state = 'queued';

drop index exports_to_make;
alter table exports
  drop column touched_at,
  -- the attempt that writes it; another that was thought dead finds a newer one, and ends
  add column run_id uuid;
create index exports_to_make on exports (id) where state in ('waiting', 'running');

alter table imports
  -- the job that works on it, or did
  add column job_id uuid,
  add column run_id uuid;

alter table proofs
  drop column taken_at,
  add column run_id uuid;

-- What these held was seconds old: jobs carry it now. Back orders are looked at once, when the queue is made.
drop table stock_arrivals;
drop table account_requests;
