import { sql } from 'kysely'

/**
 * Condition on a row of `recall_customers` (t): the customer knows of the recall. A mail counts once it was sent; one that waits,
 * failed or is kept for want of a mail server has told nobody. Who acknowledged knows. See `isNotified`.
 */
export const isNotifiedSql = sql`(not exists (select 1 from mail_outbox k where k.id = t.told_mail_id and k.state <> 'sent')
  or exists (select 1 from recall_acknowledgements k where k.recall_id = t.recall_id and k.account_id = t.account_id))`
