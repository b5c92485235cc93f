import { toast } from 'sonner'
import { noteOutageShown } from './connection-state.ts'
import { noResponseToast } from './failures.ts'
import { toastTexts } from './toasts.ts'
import { topRight } from '#web/ui/toaster.tsx'

/**
 * What is said of the connection, each notice once. One that is shown again has another id: a notice goes some frames after it is
 * dismissed, and would take the new one along.
 */
const shown: { lost?: string | undefined; failed?: string | undefined } = {}
let count = 0
const idOf = (notice: keyof typeof shown) => (shown[notice] ??= `realtime-${notice}-${(count += 1)}`)
function dismiss(notice: keyof typeof shown) {
  if (shown[notice] !== undefined) toast.dismiss(shown[notice])
  shown[notice] = undefined
}
const untilDone = { ...topRight, duration: Number.POSITIVE_INFINITY } as const

export function showDisconnected() {
  noteOutageShown(true)
  toast.dismiss(noResponseToast)
  toast.warning(toastTexts.disconnected, { ...untilDone, id: idOf('lost') })
}

export function showConnectFailed() {
  toast.error(toastTexts.connectFailed, { ...topRight, id: idOf('failed'), duration: 4000 })
}

/** No more attempts are made by themselves. */
export function showGivenUp(onRetry: () => void) {
  noteOutageShown(true)
  dismiss('lost')
  toast.error(toastTexts.connectFailed, {
    ...untilDone,
    id: idOf('failed'),
    action: { label: 'Retry', onClick: onRetry },
  })
}

export function showRestored() {
  toast.success(toastTexts.connectionRestored, { ...topRight, description: toastTexts.reconnected, duration: 2000 })
}

export function withdrawNotices() {
  noteOutageShown(false)
  toast.dismiss(noResponseToast)
  dismiss('lost')
  dismiss('failed')
}
