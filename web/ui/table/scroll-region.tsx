import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { markHidden } from './strip.ts'

type ScrollRegionProps = { label: string; children: (overflows: boolean) => ReactNode }

/**
 * Lets a table wider than its place scroll sideways, faded at the right where more follows; a narrower one leaves
 * scrolling, and the header, to the page.
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
        // what scrolls must be reachable by keyboard
        tabIndex={0}
        // What gets the focus comes to light beside the columns, and below the header, that stay in sight.
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

/** The columns that stay in sight: the one that names the row, and the checkboxes before it. */
function widthOfFixed(region: HTMLElement): number {
  const [first, second] = region.querySelectorAll<HTMLElement>('thead th')
  return (first?.offsetWidth ?? 0) + (first?.querySelector('input') ? (second?.offsetWidth ?? 0) : 0)
}
