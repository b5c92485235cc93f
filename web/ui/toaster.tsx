import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ExternalToast, Toaster as Sonner } from 'sonner'
import { phone, useMediaQuery } from './media-query.ts'
import { Spinner } from './spinner.tsx'

const sign = (Sign: LucideIcon, color: string) => <Sign aria-hidden size={16} className={color} />

/**
 * Where toasts appear. Sonner's defaults are the product's: bottom right, 4000 ms, at most 3, 356 px, Alt+T.
 * On a phone they are as wide as the page: at the top, where they cover no button, and closed by one.
 */
export function Toaster() {
  const isPhone = useMediaQuery(phone)
  return (
    <Sonner
      {...(isPhone && topRight)}
      icons={{
        success: sign(CircleCheck, 'text-good'),
        info: sign(Info, 'text-info'),
        warning: sign(TriangleAlert, 'text-warn'),
        error: sign(CircleAlert, 'text-bad'),
        loading: <Spinner className="text-muted" />,
      }}
      // Above a bar of buttons at the foot of the page (styles/toasts.css).
      offset={{ bottom: 'var(--above-bars)' }}
      mobileOffset={12}
      toastOptions={{ closeButtonAriaLabel: 'Close notification' }}
    />
  )
}

/** For toasts about settings and live changes: `toast.success(text, topRight)`. */
export const topRight = { position: 'top-right', closeButton: true } as const satisfies ExternalToast

/** For errors that ask for an act: they stay until closed. */
export const untilClosed = { duration: Number.POSITIVE_INFINITY, closeButton: true } as const satisfies ExternalToast
