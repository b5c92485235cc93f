import { toast } from 'sonner'

/* Toasts that outlive their page where the next one is a document of its own (the driver's page, the customer portal). */

const kinds = ['success', 'info', 'warning', 'error'] as const
interface ArrivalToast {
  kind: (typeof kinds)[number]
  text: string
}

const key = 'toasts'

/** Keeps toasts for the document that this tab opens next. */
export function leaveToasts(toasts: readonly ArrivalToast[]): void {
  if (toasts.length > 0) sessionStorage.setItem(key, JSON.stringify(toasts))
}

/** Keeps what is shown now. */
export function leaveShownToasts(): void {
  leaveToasts(
    toast.getToasts().flatMap((one) => {
      if (!('title' in one) || typeof one.title !== 'string') return []
      return [{ kind: kinds.find((kind) => kind === one.type) ?? 'info', text: one.title }]
    }),
  )
}

/** Shows what the document before has left. */
export function showLeftToasts(): void {
  const left = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  for (const { kind, text } of JSON.parse(left ?? '[]') as ArrivalToast[]) toast[kind](text)
}
