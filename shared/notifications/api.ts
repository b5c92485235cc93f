import { z } from 'zod'
import { byId, Id, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { notificationKindNames } from './kinds.ts'

/** Older notifications are deleted. */
export const notificationDays = 60
/** The highest number on the bell. */
export const maxUnread = 99
export const digests = ['none', 'daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

const Kind = z.enum(notificationKindNames)

export const Notification = z.object({
  id: Id,
  kind: Kind,
  /** The record that it opens. */
  entityId: Id.nullable(),
  /** The number of a document, or the name of a product or file. */
  subject: z.string(),
  detail: z.string().nullable(),
  at: Timestamp,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

const NotificationSettings = z.object({
  /** Kinds that the caller may get. */
  kinds: z.array(Kind),
  /** Kinds that the caller has muted. */
  muted: z.array(Kind),
  /** Whether unread notifications are mailed at seven in the morning, each day or on Mondays. */
  digest: z.enum(digests),
  version: Version,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Notifications: failures, approvals, replies, recalls, finished jobs. Users get none for their own actions. */
export const notificationsApi = {
  listNotifications: route('GET /api/notifications', {
    access: 'staff',
    summary: `Notifications of the last ${notificationDays} days for the caller, newest first.`,
    query: z.strictObject({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      unread: z.enum(['true']).optional(),
    }),
    reply: pageOf(Notification),
  }),
  countUnread: route('GET /api/notifications/unread', {
    access: 'staff',
    summary: `How many notifications the caller has not read, counted to ${maxUnread + 1}.`,
    reply: z.object({ unread: z.number().int() }),
  }),
  markRead: route('POST /api/notifications/:id/read', {
    access: 'staff',
    summary: 'Marks a notification as read, or as unread again.',
    params: byId,
    body: z.strictObject({ isRead: z.boolean() }),
    emits: ['notification_updated'],
    reply: Notification,
  }),
  markAllRead: route('POST /api/notifications/read', {
    access: 'staff',
    summary: 'Marks all notifications as read up to one, the newest that the caller has been shown.',
    body: z.strictObject({ upTo: Id }),
    emits: ['notification_updated'],
    reply: z.object({ unread: z.number().int() }),
  }),
  getSettings: route('GET /api/notification-settings', {
    access: 'staff',
    summary: 'Of what the caller is told, and whether by mail.',
    reply: NotificationSettings,
  }),
  putSettings: route('PUT /api/notification-settings', {
    access: 'staff',
    summary: 'Changes of what the caller is told, and whether by mail.',
    body: z.strictObject({ muted: z.array(Kind).max(notificationKindNames.length), digest: z.enum(digests) }),
    emits: ['notification_updated'],
    reply: NotificationSettings,
    ifMatch: true,
  }),
  unsubscribe: route('POST /api/notification-subscriptions/unsubscribe', {
    access: 'public',
    summary: 'Ends the digests of whoever has the link of one, or starts them again.',
    body: z.strictObject({ key: Id, unsubscribed: z.boolean() }),
    emits: [],
    reply: z.object({ unsubscribed: z.boolean() }),
    idempotency: 'none',
  }),
} as const
