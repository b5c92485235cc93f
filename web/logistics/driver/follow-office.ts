import { io } from 'socket.io-client'
import { realtimePath } from '#shared/http/event-names.ts'

/** Debounces several events of one action. */
const restMs = 200

const concerning = ['route_updated', 'shipping_updated'] as const

/**
 * Calls `onChange` when the office changes the driver's routes: a removed stop, another order, a recall. Events are only
 * hints, as in the office; without them the page polls. Connected only while the page is visible, to save battery.
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
  // Events before or between connections are lost.
  socket.on('connect', scheduleChange)
  // Logged out or with changed rights: the next call shows which.
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
