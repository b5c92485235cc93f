import { useEffect, useEffectEvent, useRef } from 'react'

/** What was typed before the palette's field could hear it. */
export type TypedEarly = {
  /** All of it, with `\n` where Enter was pressed; null once the field hears by itself. */
  read: () => string | null
  /** From now on the field hears what is typed. */
  stop: () => void
}

/** Listens between the press that opens the palette and its field being there. */
export function useTypedEarly(isOpen: boolean, close: () => void): TypedEarly {
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
