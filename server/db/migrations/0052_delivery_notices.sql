/* Which mails a customer was sent of a delivery: that the goods have left, and that theirs is the next stop; each once an attempt. */
create table delivery_notices (
  shipment_id uuid not null references shipments,
  attempt integer not null,
  kind text not null check (kind in ('left', 'next')),
  sent_at timestamptz not null,
  primary key (shipment_id, attempt, kind)
);
