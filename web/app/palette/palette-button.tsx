import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTypedEarly } from './typed-early.ts'
import { openDialog } from '#web/ui/open-dialog.ts'

const Palette = lazy(() => import('./palette.tsx'))
const NoteRecent = lazy(() => import('./note-recent.tsx'))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette, on click or with Ctrl+K (⌘K), except while another dialog is open. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const early = useTypedEarly(isOpen, () => setOpen(false))
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // The open dialog must be finished first; one that is only fading out doesn't count.
      if (!document.querySelector(openDialog)) setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-label="Search everything"
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-md text-secondary transition-colors duration-150 hover:text-primary max-md:size-9 max-md:justify-center max-md:hover:bg-subtle md:w-64 md:border md:border-line-control/50 md:bg-card md:px-2.5 md:hover:bg-subtle"
      >
        <Search aria-hidden size={16} className="shrink-0 max-md:size-5" />
        <span aria-hidden className="flex-1 text-left text-table max-md:hidden">
          Search everything
        </span>
        <kbd aria-hidden className="rounded-sm border border-line px-1.5 font-sans text-muted text-xs max-md:hidden">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense>
        <NoteRecent />
      </Suspense>
      {isOpen && (
        <Suspense>
          <Palette early={early} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
