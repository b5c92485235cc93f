import { toast } from 'sonner'
import { noteOutageShown } from './connection-state.ts'
import { noResponseToast } from './failures.ts'
import { topRight } from '#web/ui/toasts/toaster.tsx'

/** The texts of the specification. */
const texts = {
  disconnected: 'Disconnected from the server. Attempting to reconnect...',
  connectFailed: 'Failed to connect to the server. Please check your connection.',
  connectionRestored: 'Connection restored',
  reconnected: 'Reconnected to server',
} as const

/**
 * The ids of the connection toasts that are shown, at most one of each kind. A toast that is shown again gets a new id: a
 * dismissed toast goes some frames later and would take one with the same id along.
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
  toast.warning(texts.disconnected, { ...untilDone, id: idOf('lost') })
}

export function showConnectFailed() {
  toast.error(texts.connectFailed, { ...topRight, id: idOf('failed'), duration: 4000 })
}

/** Automatic reconnection has ended. */
export function showGivenUp(onRetry: () => void) {
  noteOutageShown(true)
  dismiss('lost')
  toast.error(texts.connectFailed, {
    ...untilDone,
    id: idOf('failed'),
    action: { label: 'Try again', onClick: onRetry },
  })
}

export function showRestored() {
  toast.success(texts.connectionRestored, { ...topRight, description: texts.reconnected, duration: 2000 })
}

export function withdrawNotices() {
  noteOutageShown(false)
  toast.dismiss(noResponseToast)
  dismiss('lost')
  dismiss('failed')
}
