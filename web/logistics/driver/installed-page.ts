import { paths } from '#web/paths.ts'

let takeOver: (() => void) | null = null
const listeners = new Set<() => void>()

/** How to change to the new version of the page; null as long as there is none. */
export const newVersion = {
  get: () => takeOver,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Later than all that the driver waits for. */
const laterMs = 10_000
const checkEveryMs = 30 * 60_000

/** Lets the worker hold the page for days without signal. Browsers offer it at https and on this machine only. */
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
  // A browser looks for a new version when a page is opened; a driver's page may stay open for days.
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return
    checkedAt = Date.now()
    registration.update().catch(() => {})
  })
  const follow = () => registration.installing?.addEventListener('statechange', note)
  // The browser may have found it before the page asked.
  follow()
  registration.addEventListener('updatefound', follow)
}
