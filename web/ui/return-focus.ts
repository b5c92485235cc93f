import { useRef } from 'react'

/** Returns the focus to the element that opened a dialog: Radix does that only for its own trigger buttons. */
export function useReturnFocus(first?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      const element = first?.()
      if (!element) return
      event.preventDefault()
      element.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  }
}

// A menu item no longer exists by then: return to the menu's button.
function openerOf(element: Element | null) {
  const menuButton = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : element
  return opener instanceof HTMLElement ? opener : null
}
