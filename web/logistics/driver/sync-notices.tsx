import { MapPin } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { newVersion } from './installed-page.ts'
import { leaveForLogin } from './log-out.ts'
import { unsent, usePhone } from './phone.ts'
import { dismissPlaceDenied } from './share-place.ts'
import { countOf } from './words.ts'

/**
 * Unobtrusive notices about the connection. `mayUpdate`: whether a new version may be offered, which is not so during a
 * delivery.
 */
export function SyncNotices({ mayUpdate }: { mayUpdate: boolean }) {
  const phone = usePhone()
  const { problem, sharesPlace, isPlaceDenied, routes } = phone
  const takeOver = useSyncExternalStore(newVersion.subscribe, newVersion.get)
  const { events } = unsent(phone)
  const isOnRoad = routes.some(({ status }) => status === 'IN_PROGRESS')
  return (
    <>
      {problem === 'offline' && (
        <Notice tone="warn" title="No connection">
          Keep working. What you record stays on this phone and is sent automatically.
        </Notice>
      )}
      {problem === 'server' && (
        <Notice tone="warn" title="The office can't be reached right now">
          What you record stays on this phone and is sent automatically.
        </Notice>
      )}
      {problem === 'storage' && (
        <Notice tone="bad" title="This phone's storage is full">
          Your routes may be out of date. Nothing that you recorded is lost. Make room: remove photos or apps that you
          don't need.
        </Notice>
      )}
      {isPlaceDenied && (
        <Notice
          tone="warn"
          title="Your location is not shared"
          action={
            <Button variant="secondary" onClick={() => void dismissPlaceDenied()}>
              OK
            </Button>
          }
        >
          The browser refuses it. Allow the location for this page in the browser's settings, then share it again.
        </Notice>
      )}
      {problem === 'signed-out' && (
        <Notice
          tone="bad"
          title="You are logged out"
          action={
            <Button variant="primary" onClick={() => void leaveForLogin()}>
              Log in
            </Button>
          }
        >
          {events > 0
            ? `${countOf(events, 'record')} will be sent when you log in again.`
            : 'Log in to see your routes as they are now.'}
        </Notice>
      )}
      {takeOver && mayUpdate && (
        <Notice
          title="A new version is ready"
          action={
            <Button variant="secondary" onClick={takeOver}>
              Update
            </Button>
          }
        >
          It takes a second. Unsent records are kept.
        </Notice>
      )}
      {sharesPlace && isOnRoad && (
        <p className="flex items-center gap-2 text-secondary">
          <MapPin aria-hidden size={20} className="shrink-0" />
          Your location is shared with the office and the next customer.
        </p>
      )}
    </>
  )
}
