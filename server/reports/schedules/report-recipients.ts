import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { ScheduleBody } from '#shared/reports/schedules-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing } from '#server/db/keyset.ts'
import type { Work } from '#server/kernel/work.ts'

/** SQL of the email address of the recipient `p`, who may be the user `u`. */
const addressOf = sql`coalesce(u.email, p.email)`

/**
 * Sets the recipients. Those who stay keep their link and their choice to unsubscribe, even if they have left the company.
 * Throws INVALID.
 */
export async function setRecipients(work: Work, scheduleId: string, { userIds, emails }: ScheduleBody): Promise<void> {
  const users = [...new Set(userIds)]
  const addresses = [...new Map(emails.toReversed().map((email) => [email.toLowerCase(), email])).values()]
  const { rows } = await sql`select 1 from users u where u.id = any(${users}::uuid[])
    and (u.deleted_at is null and u.role <> 'customer'
      or exists (select 1 from report_recipients p where p.schedule_id = ${scheduleId} and p.user_id = u.id))`.execute(
    work.tx,
  )
  if (rows.length !== users.length) throw invalid('userIds', 'names a user who does not exist')
  await sql`delete from report_recipients where schedule_id = ${scheduleId}
    and not (user_id is not null and user_id = any(${users}::uuid[]))
    and not (email is not null and lower(email) = any(${addresses.map((one) => one.toLowerCase())}::text[]))`.execute(
    work.tx,
  )
  await work.tx
    .insertInto('report_recipients')
    .columns(['id', 'schedule_id', 'user_id', 'email'])
    .expression(sql`select gen_random_uuid(), ${scheduleId}, w.user_id, w.email
    from (select unnest(${users}::uuid[]) as user_id, null::text as email
      union all select null, unnest(${addresses}::text[])) w
    where not exists (select 1 from report_recipients p where p.schedule_id = ${scheduleId}
      and (p.user_id = w.user_id or lower(p.email) = lower(w.email)))`)
    .execute()
}

/** Each address once, even if it is listed several times; without unsubscribed ones. */
export async function recipientsOf(db: Db | Tx, scheduleId: string) {
  const { rows } = await sql<{ to: string; key: string }>`select distinct on (lower(r."to")) r."to", r.key
    from (select ${addressOf} as "to", p.unsubscribe_key as key, p.user_id,
        p.user_id is null or (u.deleted_at is null and u.suspended_at is null and u.role <> 'customer') as is_here,
        bool_or(p.unsubscribed_at is not null) over (partition by lower(${addressOf})) as is_unsubscribed
      from report_recipients p left join users u on u.id = p.user_id where p.schedule_id = ${scheduleId}) r
    where r.is_here and not r.is_unsubscribed order by lower(r."to"), r.user_id nulls last`.execute(db)
  return rows
}

/** Unsubscribes by the link in a mail: the address, even if it is listed twice. Throws TOKEN_INVALID for an unknown key. */
export async function unsubscribe(work: Work, key: string, unsubscribed: boolean) {
  const { rows } = await sql<{ id: string; scheduleId: string; report: string }>`
    with chosen as (select p.schedule_id, lower(${addressOf}) as address
      from report_recipients p left join users u on u.id = p.user_id where p.unsubscribe_key = ${key})
    select p.id, p.schedule_id as "scheduleId", v.name as report
    from chosen c join report_recipients p on p.schedule_id = c.schedule_id left join users u on u.id = p.user_id
      join report_schedules s on s.id = c.schedule_id join saved_reports v on v.id = s.saved_report_id
    where lower(${addressOf}) = c.address`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('TOKEN_INVALID', 'This link is not complete. Open it from the message again.')
  await work.tx
    .updateTable('report_recipients')
    .set({ unsubscribed_at: unsubscribed ? work.now : null })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  work.audit(
    unsubscribed ? 'report_schedule.unsubscribed' : 'report_schedule.subscribed',
    'report_schedule',
    row.scheduleId,
  )
  return { report: row.report, unsubscribed }
}

/** Users who can log in, by name. */
export async function listRecipients(db: Db, q: string | undefined) {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from users
    where deleted_at is null and suspended_at is null and role <> 'customer' and name ilike ${containing(q ?? '')}
    order by lower(name), id limit 100`.execute(db)
  return rows
}
