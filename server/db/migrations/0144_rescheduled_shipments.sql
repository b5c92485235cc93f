-- Rescheduling takes off when the goods left and why they were not delivered; shipments that were rescheduled before it did still had both.
update shipments set dispatched_at = null, failure_reason = null, note = null
  where status = 'READY_FOR_SHIPPING' and (dispatched_at is not null or failure_reason is not null);
