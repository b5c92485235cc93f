import { useEffect, useEffectEvent, useState } from 'react'
import { HelpButton } from './help-button.tsx'
import type { TutorialKey } from './pick.ts'
import { isSeen, markSeen } from './seen.ts'

/** Opens the tutorial after the page: as long as the loading indicator is shown (page-change.tsx). */
const openDelayMs = 300
const loadOverlay = () => import('./tutorial-overlay.tsx')
type Overlay = Awaited<ReturnType<typeof loadOverlay>>

type TutorialOfProps = {
  tutorial: TutorialKey
  /** Called when the user asked for the tutorial and it can't be loaded. */
  onMissing?: (error: unknown) => void
}

/** A tutorial that opens by itself the first time, and from the help button. */
export function TutorialOf({ tutorial, onMissing }: TutorialOfProps) {
  const [overlay, setOverlay] = useState<Overlay>()
  const open = () => loadOverlay().then(setOverlay, onMissing ?? (() => {}))
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

/** Opens a tutorial that this browser has not seen, unless a dialog or menu is open. */
function useFirstTime(tutorial: TutorialKey, show: (overlay: Overlay) => void) {
  const showNow = useEffectEvent((overlay: Overlay) => {
    if (!isSeen(tutorial) && !document.querySelector(busyWith)) show(overlay)
  })
  useEffect(() => {
    if (isSeen(tutorial)) return
    let isLeft = false
    const wait = setTimeout(() => {
      // If it can't be loaded, say nothing, since the user didn't ask for it; the help button would.
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
