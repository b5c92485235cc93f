import { toast } from 'sonner'
import { noteOutageShown } from './connection-state.ts'
import { noResponseToast } from './failures.ts'
import { toastTexts } from './toasts.ts'
import { topRight } from '#web/ui/toaster.tsx'

/** What is said of the connection; the fixed ids keep each notice single. */
const lost = 'realtime-lost'
const failed = 'realtime-failed'
const untilDone = { ...topRight, duration: Number.POSITIVE_INFINITY } as const

export function showDisconnected() {
  noteOutageShown(true)
  toast.dismiss(noResponseToast)
  toast.warning(toastTexts.disconnected, { ...untilDone, id: lost })
}

export function showConnectFailed() {
  toast.error(toastTexts.connectFailed, { ...topRight, id: failed, duration: 4000 })
}

/** No more attempts are made by themselves. */
export function showGivenUp(onRetry: () => void) {
  noteOutageShown(true)
  toast.dismiss(lost)
  toast.error(toastTexts.connectFailed, { ...untilDone, id: failed, action: { label: 'Retry', onClick: onRetry } })
}

export function showRestored() {
  toast.success(toastTexts.connectionRestored, { ...topRight, description: toastTexts.reconnected, duration: 2000 })
}

export function withdrawNotices() {
  noteOutageShown(false)
  toast.dismiss(noResponseToast)
  toast.dismiss(lost)
  toast.dismiss(failed)
}
