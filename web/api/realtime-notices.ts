import { toast } from 'sonner'
import { said } from './toasts.ts'
import { topRight } from '#web/ui/toaster.tsx'

/** What is said of the connection; the fixed ids keep each notice single. */
const lost = 'realtime-lost'
const failed = 'realtime-failed'
const untilDone = { ...topRight, duration: Number.POSITIVE_INFINITY } as const

export function tellLost() {
  toast.warning(said.disconnected, { ...untilDone, id: lost })
}

export function tellFailed() {
  toast.error(said.connectFailed, { ...topRight, id: failed, duration: 4000 })
}

/** No more attempts are made by themselves. */
export function tellGivenUp(onRetry: () => void) {
  toast.dismiss(lost)
  toast.error(said.connectFailed, { ...untilDone, id: failed, action: { label: 'Retry', onClick: onRetry } })
}

export function tellRestored() {
  toast.success(said.connectionRestored, { ...topRight, description: said.reconnected, duration: 2000 })
}

export function withdrawNotices() {
  toast.dismiss(lost)
  toast.dismiss(failed)
}
