import { CircleHelp } from 'lucide-react'
import { useEffect } from 'react'
import { type TutorialKey, allTutorialNames } from './pick.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Floats over the page and opens its tutorial. */
export function HelpButton({ tutorial, onOpen }: { tutorial: TutorialKey; onOpen: () => void }) {
  useRoomBelow()
  return (
    <IconButton
      label={`Help: ${allTutorialNames[tutorial]}`}
      size="lg"
      variant="primary"
      data-help
      className="fixed right-6 bottom-6 z-30 in-[:root:has(main_.sticky.bottom-0,[aria-label=Selection])]:mb-24 rounded-full shadow-overlay max-md:in-[:root:has([aria-label=Selection])]:hidden max-md:right-4 max-md:bottom-4"
      onClick={onOpen}
    >
      <CircleHelp aria-hidden />
    </IconButton>
  )
}

/** What is reached by the Tab key scrolls clear of the button instead of stopping below it. */
function useRoomBelow() {
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = '88px'
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [])
}
