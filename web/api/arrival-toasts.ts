import { toast } from 'sonner'

/* Toasts that survive a full page load, when the next page is a separate HTML document (driver's page, customer portal). */

const kinds = ['success', 'info', 'warning', 'error'] as const
interface ArrivalToast {
  kind: (typeof kinds)[number]
  text: string
}

const key = 'toasts'

/** Stores toasts for the document that this tab opens next. */
export function leaveToasts(toasts: readonly ArrivalToast[]): void {
  if (toasts.length > 0) sessionStorage.setItem(key, JSON.stringify(toasts))
}

/** Stores the toasts that are visible now. */
export function leaveShownToasts(): void {
  leaveToasts(
    toast.getToasts().flatMap((one) => {
      if (!('title' in one) || typeof one.title !== 'string') return []
      return [{ kind: kinds.find((kind) => kind === one.type) ?? 'info', text: one.title }]
    }),
  )
}

/** Shows the toasts that the previous document stored. */
export function showLeftToasts(): void {
  const left = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  for (const { kind, text } of JSON.parse(left ?? '[]') as ArrivalToast[]) toast[kind](text)
}
