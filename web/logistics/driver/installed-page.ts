import { paths } from '#web/paths.ts'

let takeOver: (() => void) | null = null
const listeners = new Set<() => void>()

/** Switches to a new version of the page; `get` returns null while there is none. */
export const newVersion = {
  get: () => takeOver,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Delay before caching the later files, so that they don't compete with what the driver waits for. */
const laterMs = 10_000
const checkEveryMs = 30 * 60_000

/** Registers the service worker, so that the page works offline for days. Service workers require https or localhost. */
export async function holdPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.storage?.persist?.()
  const registration = await navigator.serviceWorker.register('/driver-worker.js', { scope: paths.driverPortal })
  const note = () => {
    const waiting = registration.waiting
    if (!waiting || !navigator.serviceWorker.controller) return
    takeOver = () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
      waiting.postMessage('take-over')
    }
    for (const listener of listeners) listener()
  }
  note()
  setTimeout(() => {
    if (navigator.onLine) registration.active?.postMessage('hold-later')
  }, laterMs)
  // Browsers check for a new version when a page is opened, but the driver's page may stay open for days.
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return
    checkedAt = Date.now()
    registration.update().catch(() => {})
  })
  const follow = () => registration.installing?.addEventListener('statechange', note)
  // The browser may already be installing a new version.
  follow()
  registration.addEventListener('updatefound', follow)
}
