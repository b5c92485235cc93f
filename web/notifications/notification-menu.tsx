import { Link } from 'react-router'
import { type Notification, notificationsApi } from '#shared/notifications/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkOf } from './notification-links.ts'
import { NotificationText } from './notification-text.tsx'

const shown = 8

/** The newest notifications behind the bell. */
export default function NotificationMenu({ unread }: { unread: number }) {
  const { data, error, refetch, isFetching } = useApiQuery(
    notificationsApi.listNotifications,
    { query: { limit: shown } },
    { untold: true },
  )
  const all = useApiMutation(notificationsApi.markAllRead)
  const [newest] = data?.data ?? []
  return (
    <div className="w-96 max-w-[calc(100vw-2rem)]">
      {error ? (
        <ErrorState what="Notifications" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <Skeleton className="m-2 h-40" />
      ) : data.data.length === 0 ? (
        <p className="px-2.5 py-8 text-center text-secondary">No notifications yet.</p>
      ) : (
        data.data.map((one) => <Item key={one.id} notification={one} />)
      )}
      <MenuLine />
      {unread > 0 && newest && (
        <MenuItem onSelect={() => all.submit({ body: { upTo: newest.id } })}>Mark all as read</MenuItem>
      )}
      <MenuItem asChild>
        <Link to={paths.notifications}>View all notifications</Link>
      </MenuItem>
    </div>
  )
}

function Item({ notification }: { notification: Notification }) {
  const read = useApiMutation(notificationsApi.markRead)
  const { id, isRead } = notification
  return (
    <MenuItem
      asChild
      className="items-start"
      onSelect={() => {
        if (!isRead) read.submit({ params: { id }, body: { isRead: true } })
      }}
    >
      <Link to={linkOf(notification) ?? paths.notifications}>
        <NotificationText notification={notification} />
      </Link>
    </MenuItem>
  )
}
