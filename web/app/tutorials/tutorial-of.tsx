import { useEffect, useEffectEvent, useState } from 'react'
import { HelpButton } from './help-button.tsx'
import type { TutorialKey } from './pick.ts'
import { isSeen, markSeen } from './seen.ts'

/** The page comes first: its tutorial waits as long as a change of page is told. */
const openDelayMs = 300
const loadOverlay = () => import('./tutorial-overlay.tsx')
type Overlay = Awaited<ReturnType<typeof loadOverlay>>

type TutorialOfProps = {
  tutorial: TutorialKey
  /** Told when somebody asked for it and it can't be loaded. */
  onMissing?: (error: unknown) => void
}

/** A tutorial that opens by itself the first time, and by the floating button. */
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
