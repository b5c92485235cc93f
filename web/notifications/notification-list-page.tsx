import { Mail, MailOpen, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Notification, notificationDays, notificationsApi } from '#shared/notifications/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { linkOf } from './notification-links.ts'
import { NotificationSettingsDialog } from './notification-settings-dialog.tsx'
import { NotificationText } from './notification-text.tsx'

/** The notifications about records that the user may view, newest first. */
export default function NotificationListPage() {
  const list = useListParams(notificationsApi.listNotifications)
  const found = useApiQuery(
    notificationsApi.listNotifications,
    { query: list.query },
    { keepPrevious: true, untold: true },
  )
  const [isChoosing, setChoosing] = useState(false)
  const all = useApiMutation(notificationsApi.markAllRead)
  const { data, error, refetch, isFetching } = found
  const counted = useApiQuery(notificationsApi.countUnread, {})
  // Loaded separately, as later pages and the unread filter don't contain the newest notification.
  const first = useApiQuery(notificationsApi.listNotifications, { query: { limit: 1 } }, { untold: true })
  const newest = first.data?.data[0]
  const unread = list.filter('unread')
  const { footer } = listTable(list, found)
  return (
    <>
      <PageHeader
        title="Notifications"
        help={`Of the last ${notificationDays} days.`}
        menu={
          <>
            <IconButton label="Notification settings" onClick={() => setChoosing(true)}>
              <Settings2 aria-hidden />
            </IconButton>
            <Button
              disabled={!newest || !counted.data?.unread}
              busy={all.isPending}
              onClick={() => newest && all.submit({ body: { upTo: newest.id } })}
            >
              Mark all as read
            </Button>
          </>
        }
      />
      <FilterBar chips={[]} onClearAll={list.clearAll} total={list.total(found)}>
        <Button size="sm" onClick={() => unread.onChange(unread.value ? '' : 'true')}>
          {unread.value ? 'Show all' : 'Show unread only'}
        </Button>
      </FilterBar>
      <Card flush>
        {error ? (
          <ErrorState what="Notifications" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <Skeleton className="m-4 h-60" />
        ) : data.data.length === 0 ? (
          <EmptyState
            kind={list.query.unread ? 'no-match' : 'nothing'}
            title={list.query.unread ? 'All read' : 'No notifications yet'}
          >
            {list.query.unread
              ? 'Nothing is unread.'
              : 'Failures, approvals, replies and recalls appear here as they happen.'}
          </EmptyState>
        ) : (
          <ul aria-busy={isFetching}>
            {data.data.map((one) => (
              <Row key={one.id} notification={one} />
            ))}
          </ul>
        )}
      </Card>
      {footer}
      {isChoosing && <NotificationSettingsDialog close={() => setChoosing(false)} />}
    </>
  )
}

function Row({ notification }: { notification: Notification }) {
  const mark = useApiMutation(notificationsApi.markRead)
  const { id, isRead } = notification
  const to = linkOf(notification)
  const linkClass = 'flex min-w-0 flex-1 items-start gap-2.5 rounded-sm px-3 py-2.5 -outline-offset-2'
  const submit = (read: boolean) => mark.submit({ params: { id }, body: { isRead: read } })
  return (
    <li className="flex items-center gap-1 border-line border-b pr-2 last:border-0 hover:bg-subtle">
      {to ? (
        <Link to={to} className={linkClass} onClick={() => !isRead && submit(true)}>
          <NotificationText notification={notification} />
        </Link>
      ) : (
        <div className={linkClass}>
          <NotificationText notification={notification} />
        </div>
      )}
      <IconButton
        size="sm"
        label={isRead ? 'Mark as unread' : 'Mark as read'}
        busy={mark.isPending}
        onClick={() => submit(!isRead)}
      >
        {isRead ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
      </IconButton>
    </li>
  )
}
