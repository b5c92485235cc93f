import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For the element with the ref of `useStrip`: scrolls sideways and fades out where more follows. */
export const fadingClass =
  'overflow-x-auto overflow-y-hidden data-[before]:mask-l-from-[calc(100%-2.5rem)] data-[after]:mask-r-from-[calc(100%-2.5rem)]'
/** The same, for tabs on a line. */
export const stripClass = `flex gap-5 border-line border-b ${fadingClass}`

/** For a row of links or tabs that may be too wide: scrolls the current one into view and marks sides with more content. */
export function useStrip<E extends HTMLElement>(current: string): RefObject<E | null> {
  const strip = useRef<E>(null)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    const mark = () => markHidden(element)
    const observer = new ResizeObserver(() => {
      showCurrent(element)
      mark()
    })
    observer.observe(element)
    // Their contents may grow later, for example by counts.
    const content = new ResizeObserver(mark)
    for (const child of element.children) content.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      content.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = strip.current
    if (element && shown.current !== current && showCurrent(element)) shown.current = current
  }, [current])
  return strip
}

/** Marks the sides on which scrollable content is hidden. */
export function markHidden(element: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = element
  element.toggleAttribute('data-before', scrollLeft > 1)
  element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
}

/** Centres the current item; false if there is none yet. */
function showCurrent(strip: HTMLElement): boolean {
  const chosen = strip.querySelector<HTMLElement>('[aria-current=page], [data-state=active], [aria-pressed=true]')
  if (!chosen) return false
  strip.scrollLeft += middleOf(chosen.getBoundingClientRect()) - middleOf(strip.getBoundingClientRect())
  return true
}

const middleOf = ({ left, width }: DOMRect) => left + width / 2
