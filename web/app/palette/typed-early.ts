import { useEffect, useEffectEvent, useRef } from 'react'

/** Keystrokes buffered before the palette's field could receive them. */
export type TypedEarly = {
  /** The buffered text, with `\n` where Enter was pressed; null once the field receives keys itself. */
  read: () => string | null
  /** Ends buffering: from now on the field receives the keys. */
  stop: () => void
}

/** Buffers keystrokes from the moment the palette is opened until its field is rendered and focused. */
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
