import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { maxUnread, notificationsApi } from '#shared/notifications/api.ts'
import { apiQuery } from '#web/api/query.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const NotificationMenu = lazy(() => import('./notification-menu.tsx'))

/** The number of unread notifications, with a menu of the newest. Its errors are left to the page's own requests. */
export function Bell() {
  const { data } = useQuery({ ...apiQuery(notificationsApi.countUnread, {}, { quiet: true }), staleTime: 0 })
  const unread = data?.unread ?? 0
  const shown = unread > maxUnread ? `${maxUnread}+` : String(unread)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
          className="relative flex size-9 shrink-0 items-center justify-center rounded-md text-secondary transition-colors duration-150 hover:bg-subtle hover:text-primary data-[state=open]:bg-subtle"
        >
          <BellIcon aria-hidden size={20} strokeWidth={1.75} />
          {unread > 0 && (
            <span
              aria-hidden
              className="figures absolute -top-0.5 -right-1 min-w-4.5 rounded-full border border-card bg-bad px-1 text-center font-semibold text-[0.6875rem] text-card leading-4"
            >
              {shown}
            </span>
          )}
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="m-2 h-40 w-80 max-w-[calc(100vw-3rem)]" />}>
        <NotificationMenu unread={unread} />
      </Suspense>
    </Menu>
  )
}
