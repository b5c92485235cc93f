import type { Notification } from '#shared/notifications/api.ts'
import { notificationKinds } from '#shared/notifications/kinds.ts'
import { cn } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { subjectOf } from './notification-links.ts'

/** The event, its subject and time; unread notifications have a dot and a text for screen readers. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, detail, at, isRead } = notification
  return (
    <>
      <span
        aria-hidden
        data-dot
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-accent')}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cn('min-w-0 truncate', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {notificationKinds[kind].label}
          </span>
          <span className="shrink-0 text-muted text-xs">
            <RelativeTime at={at} />
          </span>
        </span>
        <span className="break-words text-secondary text-table">
          {subjectOf(notification)}
          {detail && <span className="text-muted"> · {detail}</span>}
        </span>
      </span>
    </>
  )
}
