import { useEffect } from 'react'

const focusable =
  ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [aria-disabled=true], [tabindex="-1"])'

/** The ancestors of an element within the page, innermost first. */
function placesAround(element: Element): Element[] {
  const places: Element[] = []
  for (let at = element.parentElement; at && at.tagName !== 'MAIN'; at = at.parentElement) places.push(at)
  return places
}

/**
 * Restores lost focus: when the focused control (or the one that opened a dialog) is removed from the page, the first
 * control near it gets the focus – as from “Confirm order” to the next step. Otherwise the browser would move the focus
 * to the body.
 */
export function useLostFocus() {
  useEffect(() => {
    let last: Element | null = null
    let places: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return
      last = target.closest('main') ? target : null
      places = last ? placesAround(last) : []
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      for (const place of places) {
        const next = place.isConnected ? place.querySelector<HTMLElement>(focusable) : null
        next?.focus({ preventScroll: true })
        if (next) return
      }
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
