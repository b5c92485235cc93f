import { sql } from 'kysely'
import { type NotificationKind, notificationKinds } from '#shared/notifications/kinds.ts'
import type { Permissions, Role } from '#shared/access/roles.ts'
import type { Tx } from '#server/db/database.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { momentSql } from '#server/db/moment.ts'
import { isFor, isRead, kindsSeenBy, settleNotifications, withMarks } from './notifications.ts'

/** How many a mail lists; the rest is a number. */
const named = 20
/** An invoice that fell due while the server was down is still notified; old imported ones are not. */
const overdueDays = 7

/**
 * Adds notifications of overdue invoices, and mails unread notifications to users with a digest, at seven in the morning in the
 * company's time zone.
 */
export async function sendDigests(deps: CommandDeps): Promise<void> {
  const request = { caller: systemCaller, route: 'send-notification-digests', status: 204 }
  await command(
    deps,
    request,
    async (work) => {
      await noteOverdue(work.tx)
      await settleNotifications(work.tx)
      const mailed = await mailDigests(work)
      work.audit('notification.digests', 'user', null, { mailed })
    },
    () => '',
  )
}

async function noteOverdue(tx: Tx): Promise<void> {
  await tx
    .insertInto('notifications')
    .columns(['kind', 'entity_id', 'subject', 'detail'])
    .expression(sql`select 'invoice-overdue', i.id, i.number, a.name from invoices i join accounts a on a.id = i.account_id
    where i.due_date < company_today() and i.due_date >= company_today() - ${overdueDays}::int and i.paid < i.total
      and i.voided_at is null and i.deleted_at is null
      and not exists (select 1 from notifications n where n.kind = 'invoice-overdue' and n.entity_id = i.id)`)
    .execute()
}

interface Reader {
  id: string
  email: string
  role: Role
  permissions: Permissions
  unsubscribeKey: string
}

/** All users whose digest is due, marked as sent in the same statement. */
async function takeDue(tx: Tx): Promise<Reader[]> {
  const zone = sql`coalesce((select content ->> 'timeZone' from settings), 'UTC')`
  const { rows } = await sql<Reader>`with times as (select
      (date_trunc('day', moment() at time zone ${zone}) + interval '7 hours') at time zone ${zone} as today,
      (date_trunc('week', moment() at time zone ${zone}) + interval '7 hours') at time zone ${zone} as monday),
    due as (select s.user_id, s.unsubscribe_key from notification_settings s, times t
      where s.digest <> 'none' and t.today <= moment() and t.monday <= moment()
        and s.digested_at < case s.digest when 'daily' then t.today else t.monday end
      order by s.user_id for no key update of s skip locked)
    select u.id, u.email, u.role, u.permissions, due.unsubscribe_key as "unsubscribeKey" from due join users u on u.id = due.user_id
    where u.deleted_at is null and u.suspended_at is null and u.role <> 'customer' order by u.id`.execute(tx)
  return rows
}

async function mailDigests({ tx }: Work): Promise<number> {
  const readers = await takeDue(tx)
  let mailed = 0
  for (const { id, email, unsubscribeKey, ...subject } of readers) {
    const { rows } = await sql<{ kind: NotificationKind; subject: string; detail: string | null; count: number }>`
      select n.kind, n.subject, n.detail, count(*) over () as count from ${withMarks(sql`${id}::uuid`)}
      where ${isFor(sql`${id}::uuid`, kindsSeenBy(subject))} and not ${isRead} and n.settled_at > s.digested_at
      order by n.at desc, n.id desc limit ${named}`.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) continue
    mailed += 1
    const lines = rows.map(
      (row) => `${notificationKinds[row.kind].label}: ${row.subject}${row.detail ? ` – ${row.detail}` : ''}`,
    )
    if (count > rows.length) lines.push(`And ${count - rows.length} more.`)
    lines.push('You get this because you chose a digest in your notification settings.')
    const subjectLine = count === 1 ? '1 new notification' : `${count} new notifications`
    await queueMail(tx, {
      to: email,
      subject: subjectLine,
      lines,
      link: { label: 'Open notifications', path: '/notifications' },
      unsubscribePath: `/unsubscribe/notifications/${unsubscribeKey}`,
    })
  }
  await tx
    .updateTable('notification_settings')
    .set({ digested_at: momentSql })
    .where('user_id', '=', sql<string>`any(${readers.map(({ id }) => id)}::uuid[])`)
    .execute()
  return mailed
}
