import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { DiscardDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks before typed but unsaved changes of a page are left behind: for another page, or for another value of one of these
 * parts of the address. Render what it returns.
 */
export function useLeaveGuard(isDirty: boolean, parts: readonly string[] = ['tab']): ReactNode {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [here, next] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search))
    const isElsewhere = parts.some((name) => here?.get(name) !== next?.get(name))
    return isDirty && (isElsewhere || currentLocation.pathname !== nextLocation.pathname)
  })
  const discarded = useRef<typeof blocker>(undefined)
  // A double click discards once: the router goes on from a blocked navigation only once.
  const discard = () => {
    if (discarded.current === blocker) return
    discarded.current = blocker
    blocker.proceed?.()
  }
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  return (
    <DiscardDialog open={blocker.state === 'blocked'} setOpen={(open) => !open && blocker.reset?.()} discard={discard}>
      Your changes have not been saved.
    </DiscardDialog>
  )
}
