import { io } from 'socket.io-client'
import { realtimePath } from '#shared/http/event-names.ts'

/** Several changes of one act come together. */
const restMs = 200

const concerning = ['route_updated', 'shipping_updated'] as const

/**
 * Tells as soon as the office changes something of the driver's routes: a stop taken off, an order of stops, a recall. Events
 * are hints, as for the office; without them the page asks now and then. Only while the page is seen, for the battery's sake.
 */
export function followOffice(onChange: () => void): void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const scheduleChange = () => {
    rest ??= setTimeout(() => {
      rest = undefined
      onChange()
    }, restMs)
  }
  const socket = io({
    path: realtimePath,
    transports: ['polling'],
    withCredentials: true,
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 2000,
    reconnectionDelayMax: 20_000,
    timeout: 20_000,
  })
  // What was told before, or meanwhile, is lost.
  socket.on('connect', scheduleChange)
  // Logged out, or with other rights than before: the next call says which.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') scheduleChange()
  })
  socket.on('connect_error', (error) => {
    if ((error as { description?: unknown }).description === 401) socket.disconnect()
  })
  for (const name of concerning) {
    socket.on(name, scheduleChange)
  }
  const follow = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) socket.connect()
    else socket.disconnect()
  }
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  follow()
}
