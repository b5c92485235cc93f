import { useRef } from 'react'

/** Brings the focus back to whatever opened a dialog: Radix alone does so only for its own trigger buttons. */
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

// The item of a menu is gone by then: what opened the menu stands for it.
function openerOf(element: Element | null) {
  const menuButton = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : element
  return opener instanceof HTMLElement ? opener : null
}
