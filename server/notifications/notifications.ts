import { type RawBuilder, sql } from 'kysely'
import { mayCall, type Subject } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { maxUnread, type Notification, notificationDays, type notificationsApi } from '#shared/notifications/api.ts'
import { type NotificationKind, notificationKindNames, notificationKinds } from '#shared/notifications/kinds.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { oneOf } from '#server/db/one-of.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import type { Caller, Work } from '#server/kernel/work.ts'

type Query = RequestOf<(typeof notificationsApi.listNotifications)['spec']>['query']

/** The kinds that a user may get, by their current rights. */
export const kindsSeenBy = (subject: Subject): NotificationKind[] =>
  notificationKindNames.filter((kind) => mayCall(subject, notificationKinds[kind].access))

const isShared = (kind: NotificationKind) => notificationKinds[kind].access !== 'staff'

/**
 * True if `n` is for a user: of a kind that they may see and have not muted, and not caused by them. `u` is the user's row and
 * `s` that of their settings, which may be missing.
 */
export function isFor(userId: RawBuilder<unknown>, kinds: readonly NotificationKind[]): RawBuilder<unknown> {
  const shared = kinds.filter(isShared)
  if (kinds.length === 0) return sql`false`
  return sql`n.kind in ${oneOf(kinds)}
    and (n.user_id = ${userId}${shared.length > 0 ? sql` or n.user_id is null and n.kind in ${oneOf(shared)}` : sql``})
    and n.actor_id is distinct from ${userId} and n.kind <> all(coalesce(s.muted, '{}'))
    and n.at > moment() - ${`${notificationDays} days`}::interval`
}

/** Notifications from before the user was added, or settled before they last marked all as read, count as read. */
export const isRead = sql`coalesce(r.is_read, n.at <= u.created_at or n.settled_at <= coalesce(s.read_until, '-infinity'))`

/** `n` with the read marks and settings of a user. */
export const withMarks = (userId: RawBuilder<unknown>) => sql`notifications n join users u on u.id = ${userId}
  left join notification_settings s on s.user_id = ${userId}
  left join notification_reads r on r.user_id = ${userId} and r.notification_id = n.id`

const columns = selection<Notification, { n: 'notifications' }>({
  id: 'n.id',
  kind: 'n.kind',
  entityId: 'n.entity_id',
  subject: 'n.subject',
  detail: 'n.detail',
  at: 'n.at',
  isRead,
})

export async function listNotifications(db: Db, caller: Caller, query: Query) {
  const me = sql`${caller.userId}::uuid`
  const where = [isFor(me, kindsSeenBy(caller))]
  if (query.unread) where.push(sql`not ${isRead}`)
  const sort = { by: sql`n.at`, type: 'timestamptz', descending: true } as const
  const listed = await listPage(db, { columns, from: withMarks(me), where, sort, id: sql`n.id` }, query)
  return pageOfRows(listed, (row) => row)
}

/** Counts no further than the bell shows, and reads only notifications after the last mark of all as read, and those marked as unread. */
export async function countUnread(db: Db | Tx, caller: Caller): Promise<{ unread: number }> {
  const me = sql`${caller.userId}::uuid`
  // Notifications settled before the displayed days are also older than these.
  const until = sql`(select greatest(o.created_at, p.read_until, moment() - ${`${notificationDays} days`}::interval) from users o
    left join notification_settings p on p.user_id = o.id where o.id = ${me})`
  const unread = (among: RawBuilder<unknown>) => sql`select 1 from ${withMarks(me)}
    where ${isFor(me, kindsSeenBy(caller))} and not ${isRead} and ${among} limit ${maxUnread + 1}`
  // The order makes the planner use the index: it can't know that there are hardly any rows.
  const after = unread(sql`n.settled_at > ${until} order by n.settled_at desc`)
  const marked = unread(sql`n.settled_at <= ${until} and n.id = any(array(select notification_id from notification_reads
      where user_id = ${me} and not is_read))`)
  const { rows } = await sql<{ unread: number }>`select count(*) as unread from (
      select 1 from ((${after}) union all (${marked})) found limit ${maxUnread + 1}) c`.execute(db)
  return rows[0] ?? { unread: 0 }
}

/** Undefined if it isn't for the caller. */
async function findNotification(tx: Tx, caller: Caller, id: string): Promise<Notification | undefined> {
  const me = sql`${caller.userId}::uuid`
  const { rows } = await sql<Notification>`select ${columns} from ${withMarks(me)}
    where n.id = ${id} and ${isFor(me, kindsSeenBy(caller))}`.execute(tx)
  return rows[0]
}

/** Throws NOT_FOUND. */
export async function markRead(work: Work, id: string, read: boolean): Promise<Notification> {
  const { tx, caller } = work
  const found = await findNotification(tx, caller, id)
  if (!found) throw new Refusal('NOT_FOUND')
  await tx
    .insertInto('notification_reads')
    .values({ user_id: caller.userId, notification_id: id, is_read: read })
    .onConflict((oc) =>
      oc.columns(['user_id', 'notification_id']).doUpdateSet((eb) => ({ is_read: eb.ref('excluded.is_read') })),
    )
    .execute()
  work.audit('notification.read', 'user', caller.userId, { id, isRead: read })
  return { ...found, isRead: read }
}

/**
 * Marks committed notifications as settled: those settled later are new, whenever their transaction began. Serialized, with
 * increasing times, even if the clocks of processes differ.
 */
export async function settleNotifications(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, advisoryLocks.settledNotifications)
  await sql`update notifications set settled_at = greatest(moment(), at,
      (select max(settled_at) from notifications where settled_at < 'infinity') + interval '1 microsecond')
    where settled_at = 'infinity'`.execute(tx)
}

/**
 * The time up to which all are read if `upTo` is the newest one shown: before the first one after it. Notifications that were
 * settled later but are older than `upTo` have to be marked one by one.
 */
async function boundaryOf(tx: Tx, upTo: string): Promise<{ at: string; until: string }> {
  // Nothing is settled before its transaction began, so both conditions read only the end of the index.
  const { rows } = await sql<{
    at: string
    until: string
  }>`select newest.at::text, coalesce((select n.settled_at from notifications n
      where n.at <= newest.at and n.settled_at < coalesce((select c.settled_at from notifications c
        where c.at > newest.at and c.settled_at > newest.at order by c.settled_at limit 1), 'infinity')
      order by n.settled_at desc limit 1), '-infinity')::text as until
    from notifications newest where newest.id = ${upTo}`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/**
 * Marks all as read up to the newest one shown: later ones stay unread, even if their transaction began before. Throws INVALID
 * if `upTo` is not the caller's.
 */
export async function markAllRead(work: Work, upTo: string): Promise<{ unread: number }> {
  const { tx, caller } = work
  const { userId } = caller
  if (!(await findNotification(tx, caller, upTo))) throw invalid('upTo', 'names a notification that does not exist')
  await settleNotifications(tx)
  const me = sql`${userId}::uuid`
  const { at, until } = await boundaryOf(tx, upTo)
  await sql`with forgotten as (delete from notification_reads r using notifications n
      where r.user_id = ${me} and n.id = r.notification_id and n.settled_at <= ${until}::timestamptz),
    marked as (insert into notification_reads (user_id, notification_id, is_read)
      select ${me}, n.id, true from ${withMarks(me)} where ${isFor(me, kindsSeenBy(caller))} and not ${isRead}
        and n.at <= ${at}::timestamptz and n.settled_at > ${until}::timestamptz and n.settled_at < 'infinity'
      on conflict (user_id, notification_id) do update set is_read = true)
    insert into notification_settings (user_id, read_until) values (${me}, ${until}::timestamptz)
    on conflict (user_id) do update
      set read_until = greatest(notification_settings.read_until, excluded.read_until)`.execute(tx)
  work.audit('notification.read', 'user', userId, { upTo })
  return countUnread(tx, caller)
}

export async function deleteOldNotifications(db: Db): Promise<void> {
  await sql`delete from notifications where at < moment() - ${`${notificationDays} days`}::interval`.execute(db)
}
