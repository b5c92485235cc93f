import { CircleHelp } from 'lucide-react'
import { useLocation } from 'react-router'
import { type Tutorial, tutorialOf } from '#web/app/tutorials/registry.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Floats over a page that has a tutorial and opens it. */
export function HelpButton({ onOpen }: { onOpen: (tutorial: Tutorial) => void }) {
  const tutorial = tutorialOf(useLocation().pathname)
  if (!tutorial) return null
  return (
    <IconButton
      label={`Help: ${tutorial.name}`}
      size="lg"
      variant="primary"
      className="fixed right-6 bottom-6 z-30 rounded-full shadow-overlay"
      onClick={() => onOpen(tutorial)}
    >
      <CircleHelp aria-hidden />
    </IconButton>
  )
}
