import { notificationsApi } from '#shared/notifications/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { getNotificationSettings, putNotificationSettings } from './notification-settings.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './notifications.ts'

export function serveNotifications({ read, write }: Serve): void {
  read(notificationsApi.listNotifications, ({ db, caller, query }) => listNotifications(db, caller, query))
  read(notificationsApi.countUnread, ({ db, caller }) => countUnread(db, caller))
  write(notificationsApi.markRead, (work, { params, body }) => markRead(work, params.id, body.isRead))
  write(notificationsApi.markAllRead, (work, { body }) => markAllRead(work, body.upTo))
  read(notificationsApi.getSettings, ({ db, caller }) => getNotificationSettings(db, caller))
  write(notificationsApi.putSettings, (work, { version, body }) => putNotificationSettings(work, version, body))
}
