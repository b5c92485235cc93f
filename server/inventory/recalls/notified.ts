import { type RawBuilder, sql } from 'kysely'

/**
 * A condition on a row of `recall_customers`, with its name in the statement: the customer knows of the recall. A mail counts
 * once it was sent, not while it is queued, failed, or kept for lack of a mail server. An acknowledgement counts, too. See
 * `isNotified`.
 */
export const isNotifiedSql = (name: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${name}.${column}`)
  return sql`(not exists (select 1 from mail_outbox k where k.id = ${of('told_mail_id')} and k.state <> 'sent')
  or exists (select 1 from recall_acknowledgements k
    where k.recall_id = ${of('recall_id')} and k.account_id = ${of('account_id')}))`
}
