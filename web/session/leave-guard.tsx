import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { DiscardDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks for confirmation before unsaved changes are lost, when leaving for another page or for another value of one of
 * these URL parameters. Render the returned dialog.
 */
export function useLeaveGuard(isDirty: boolean, parts: readonly string[] = ['tab']): ReactNode {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [here, next] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search))
    const isElsewhere = parts.some((name) => here?.get(name) !== next?.get(name))
    return isDirty && (isElsewhere || currentLocation.pathname !== nextLocation.pathname)
  })
  const discarded = useRef<typeof blocker>(undefined)
  // Ignore the second click of a double click: the router proceeds from a blocked navigation only once.
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
