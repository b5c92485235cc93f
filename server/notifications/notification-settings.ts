import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { NotificationSettings, notificationsApi } from '#shared/notifications/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { kindsSeenBy, settleNotifications } from './notifications.ts'

type Body = RequestOf<(typeof notificationsApi.putSettings)['spec']>['body']

/** The kinds that a user gets; all, and no digest, by default. */
export async function getNotificationSettings(db: Db | Tx, caller: Caller): Promise<NotificationSettings> {
  const { rows } = await sql<
    Omit<NotificationSettings, 'kinds'>
  >`select muted, digest, version from notification_settings where user_id = ${caller.userId}`.execute(db)
  const { muted, digest, version } = rows[0] ?? { muted: [], digest: 'none', version: 0 }
  const kinds = kindsSeenBy(caller)
  return { kinds, muted: kinds.filter((kind) => muted.includes(kind)), digest, version }
}

const savedAct = 'notification.settings'
const unsubscribedAct = 'notification.unsubscribed'
const subscribedAct = 'notification.subscribed'
const acts = [savedAct, unsubscribedAct, subscribedAct]

/** Unsubscribes by the link in a digest; `unsubscribed` false restores the earlier choice. Throws TOKEN_INVALID. */
export async function unsubscribeFromDigest(work: Work, key: string, unsubscribed: boolean) {
  await settleNotifications(work.tx)
  const rows = await work.tx
    .updateTable('notification_settings')
    .set({
      digest_before: sql<string>`case when digest = 'none' then digest_before else digest end`,
      digest: sql<string>`case when ${unsubscribed} then 'none' when digest = 'none' then coalesce(digest_before, 'daily') else digest end`,
      digested_at: sql<string>`case when ${unsubscribed} or digest <> 'none' then digested_at else moment() end`,
      version: nextVersion,
    })
    .where('unsubscribe_key', '=', key)
    .returning('user_id as userId')
    .execute()
  const [row] = rows
  if (!row) throw new Refusal('TOKEN_INVALID', 'This link is not complete. Open it from the message again.')
  work.audit(unsubscribed ? unsubscribedAct : subscribedAct, 'user', row.userId)
  return { unsubscribed }
}

/** A new digest begins with notifications from now on. Throws VERSION_CONFLICT. */
export async function putNotificationSettings(work: Work, version: number, { muted, digest }: Body) {
  const { tx, caller } = work
  const { userId } = caller
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { rows } = await sql<{ version: number }>`select version from notification_settings where user_id = ${userId}
    for no key update`.execute(tx)
  await settleNotifications(tx)
  const currentVersion = rows[0]?.version
  if (currentVersion !== version) throw new ChangedMeanwhile(currentVersion ?? 1, { entity: 'user', id: userId, acts })
  await tx
    .updateTable('notification_settings')
    .set({
      muted,
      version: nextVersion,
      digested_at: sql<string>`case when digest = ${digest} then digested_at else moment() end`,
      digest,
    })
    .where('user_id', '=', userId)
    .execute()
  work.audit(savedAct, 'user', userId, { muted, digest })
  return getNotificationSettings(tx, caller)
}
