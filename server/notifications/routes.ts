import { notificationsApi } from '#shared/notifications/api.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { unsubscribeByLink } from '#server/http/unsubscribing.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { getNotificationSettings, putNotificationSettings, unsubscribeFromDigest } from './notification-settings.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './notifications.ts'

export function serveNotifications({ read, write }: Serve, deps: CommandDeps & { limits: Limits }): void {
  read(notificationsApi.listNotifications, ({ db, caller, query }) => listNotifications(db, caller, query))
  read(notificationsApi.countUnread, ({ db, caller }) => countUnread(db, caller))
  write(notificationsApi.markRead, (work, { params, body }) => markRead(work, params.id, body.isRead))
  write(notificationsApi.markAllRead, (work, { body }) => markAllRead(work, body.upTo))
  read(notificationsApi.getSettings, ({ db, caller }) => getNotificationSettings(db, caller))
  write(notificationsApi.putSettings, (work, { version, body }) => putNotificationSettings(work, version, body))
  read(notificationsApi.unsubscribe, async ({ body, request }) => {
    await unsubscribeByLink(deps, notificationsApi.unsubscribe, request.ip, (work) =>
      unsubscribeFromDigest(work, body.key, body.unsubscribed),
    )
    return { unsubscribed: body.unsubscribed }
  })
}
