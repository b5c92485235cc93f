import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { markHidden } from './strip.ts'

type ScrollRegionProps = { label: string; children: (overflows: boolean) => ReactNode }

/**
 * Scrolls a table that is wider than its container sideways, with a fade on the right where more follows. If the table
 * fits, the page scrolls, and the header sticks to the page.
 */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [overflows, setOverflows] = useState(false)
  const [covered, setCovered] = useState(0)
  const [scrollbars, setScrollbars] = useState({ right: 0, bottom: 0 })
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const mark = () => markHidden(element)
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth + 1)
      setCovered(widthOfFixed(element))
      setScrollbars({
        right: element.offsetWidth - element.clientWidth,
        bottom: element.offsetHeight - element.clientHeight,
      })
      mark()
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  return (
    <div className="relative">
      <section
        ref={region}
        aria-label={label}
        // Scrollable regions must be focusable by keyboard.
        tabIndex={0}
        // A focused element is scrolled clear of the sticky columns and the sticky header.
        style={overflows ? { scrollPaddingLeft: covered } : undefined}
        className={cn(
          'peer rounded-lg',
          overflows &&
            'max-h-[calc(100dvh-var(--sticky-top)-2rem)] scroll-pt-9 overflow-auto print:max-h-none print:overflow-visible',
        )}
      >
        {children(overflows)}
      </section>
      <div
        aria-hidden
        data-chrome
        style={scrollbars}
        className="pointer-events-none absolute top-0 z-30 hidden w-10 rounded-r-lg bg-linear-to-l from-card peer-data-[after]:block"
      />
    </div>
  )
}

/** Width of the sticky columns: the name, and the checkboxes before it. */
function widthOfFixed(region: HTMLElement): number {
  const [first, second] = region.querySelectorAll<HTMLElement>('thead th')
  return (first?.offsetWidth ?? 0) + (first?.querySelector('input') ? (second?.offsetWidth ?? 0) : 0)
}
