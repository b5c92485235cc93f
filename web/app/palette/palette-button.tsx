import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx'))
const NoteRecent = lazy(() => import('./note-recent.tsx'))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const openDialog = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])'

/** Opens the search over everything, by a press or by Ctrl+K (⌘K) from anywhere but another dialog. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const early = useTypedEarly(isOpen, () => setOpen(false))
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // What is begun in a dialog is finished there first; one that fades out is over.
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

/** What was typed before the palette's field could hear it. */
export type TypedEarly = {
  /** All of it, with `\n` where Enter was pressed; null once the field hears by itself. */
  read: () => string | null
  /** From now on the field hears what is typed. */
  stop: () => void
}

/** Listens between the press that opens the palette and its field being there. */
function useTypedEarly(isOpen: boolean, close: () => void): TypedEarly {
  const typed = useRef('')
  const isListening = useRef(false)
  const closeEarly = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    typed.current = ''
    isListening.current = true
    function listen(event: KeyboardEvent) {
      if (!isListening.current || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') closeEarly()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key === 'Enter') typed.current += '\n'
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOpen])
  return {
    read: () => (isListening.current ? typed.current : null),
    stop: () => {
      isListening.current = false
    },
  }
}
