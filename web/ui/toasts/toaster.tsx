import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { type ExternalToast, Toaster as Sonner } from 'sonner'
import { Spinner } from '#web/ui/spinner.tsx'

/** Renders the toasts, with Sonner's defaults: bottom right, 4000 ms, at most 3, 356 px, Alt+T. */
export function Toaster() {
  useEffect(() => {
    document.addEventListener('pointerdown', leaveToasts, true)
    for (const type of stoppedEvents) document.body.addEventListener(type, keepFromDialog)
    return () => {
      document.removeEventListener('pointerdown', leaveToasts, true)
      for (const type of stoppedEvents) document.body.removeEventListener(type, keepFromDialog)
    }
  }, [])
  return (
    <Sonner
      ref={tend}
      icons={{
        success: <CircleCheck aria-hidden size={16} className="text-good" />,
        info: <Info aria-hidden size={16} className="text-info" />,
        warning: <TriangleAlert aria-hidden size={16} className="text-warn" />,
        error: <CircleAlert aria-hidden size={16} className="text-bad" />,
        loading: <Spinner className="text-muted" />,
      }}
      // Above a bar of buttons at the bottom of the page (styles/toasts.css).
      offset={{ bottom: 'var(--above-bars)' }}
      mobileOffset={{ bottom: 'var(--above-bars)' }}
      toastOptions={{ closeButtonAriaLabel: 'Close notification' }}
    />
  )
}

/** Comes after the page; where it can't be loaded, toasts are as Sonner has them. */
function tend(region: HTMLElement | null) {
  if (!region) return
  const ended = new AbortController()
  import('./toast-place.ts').then(
    ({ tendToasts }) => tendToasts(region, ended.signal),
    () => {},
  )
  return () => ended.abort()
}

/**
 * Blurs a focused toast before a press elsewhere: Sonner then restores the previous focus, and if it did so after the
 * press, that would close the menu being opened.
 */
function leaveToasts({ target }: PointerEvent) {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && isInToast(focused) && !isInToast(target)) focused.blur()
}

/** Events that an open dialog would take for a press outside, and close, or for scrolling, which it blocks. */
const stoppedEvents = ['pointerdown', 'wheel', 'touchmove'] as const

function keepFromDialog(event: Event) {
  if (isInToast(event.target)) event.stopPropagation()
}

const isInToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null

/** For toasts about settings and live changes: `toast.success(text, topRight)`. */
export const topRight = { position: 'top-right', closeButton: true } as const satisfies ExternalToast

/** For errors that need action: stay until closed. */
export const untilClosed = { duration: Number.POSITIVE_INFINITY, closeButton: true } as const satisfies ExternalToast
