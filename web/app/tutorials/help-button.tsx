import { CircleHelp } from 'lucide-react'
import { type TutorialKey, allTutorialNames } from './pick.ts'
import { IconButton } from '#web/ui/button.tsx'

/**
 * Opens the page's tutorial. Floats over the foot of the sidebar, or over the header on a phone; both leave room for it,
 * so it never covers the page.
 */
export function HelpButton({ tutorial, onOpen }: { tutorial: TutorialKey; onOpen: () => void }) {
  return (
    <IconButton
      label={`Help: ${allTutorialNames[tutorial]}`}
      variant="primary"
      data-help
      className="fixed top-2 left-16 z-30 size-10 rounded-full shadow-overlay md:top-auto md:bottom-1.5 md:left-[var(--help-left,1.25rem)] print:hidden"
      onClick={onOpen}
    >
      <CircleHelp aria-hidden />
    </IconButton>
  )
}
