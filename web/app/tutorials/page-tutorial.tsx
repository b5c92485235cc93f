import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { toast } from 'sonner'
import { reloadIfOutdated } from '#web/app/outdated-build.ts'
import { HelpButton } from './help-button.tsx'
import { ownTutorialOf, pickTutorial, type TutorialKey } from './pick.ts'
import { isSeen, markSeen } from './seen.ts'
import { paths } from '#web/paths.ts'
import { redirectOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'

/** The tutorial of the page: it opens by itself the first time, and afterwards by the floating help button. */
export function PageTutorial() {
  const { pathname } = useLocation()
  const user = useUser()
  // Nobody is taught a dashboard that they can't open.
  if (!ownTutorialOf(pathname) && redirectOf(user, paths.dashboard) !== null) return null
  const tutorial = pickTutorial(pathname)
  return <TutorialOf key={tutorial} tutorial={tutorial} />
}

/** The page comes first: its tutorial waits as long as a change of page is told. */
const openDelayMs = 300
const loadOverlay = () => import('./tutorial-overlay.tsx')
type Overlay = Awaited<ReturnType<typeof loadOverlay>>

function TutorialOf({ tutorial }: { tutorial: TutorialKey }) {
  const [overlay, setOverlay] = useState<Overlay>()
  const open = () => loadOverlay().then(setOverlay, tellMissing)
  useFirstTime(tutorial, setOverlay)
  return (
    <>
      <HelpButton tutorial={tutorial} onOpen={() => void open()} />
      {overlay && (
        <overlay.TutorialOverlay
          tutorial={tutorial}
          onClose={() => {
            markSeen(tutorial)
            setOverlay(undefined)
          }}
        />
      )}
    </>
  )
}

/** Opens a tutorial that this browser has not seen yet, unless the user is busy with something already. */
function useFirstTime(tutorial: TutorialKey, show: (overlay: Overlay) => void) {
  const showNow = useEffectEvent((overlay: Overlay) => {
    if (!isSeen(tutorial) && !document.querySelector(busyWith)) show(overlay)
  })
  useEffect(() => {
    if (isSeen(tutorial)) return
    let isLeft = false
    const wait = setTimeout(() => {
      // Who did not ask for it misses nothing when it can't be had: the help button tells.
      loadOverlay().then(
        (overlay) => !isLeft && showNow(overlay),
        () => {},
      )
    }, openDelayMs)
    return () => {
      isLeft = true
      clearTimeout(wait)
    }
  }, [tutorial])
}

const busyWith = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

function tellMissing(error: unknown) {
  void reloadIfOutdated(error)
  toast.error('Network error. Check your connection.')
}
