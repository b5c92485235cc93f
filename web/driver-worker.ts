import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/* Service worker of the driver's page: caches the page's files and nothing else. API calls always go to the server. */

/** Replaced by vite.phone.config.ts: the files to precache. */
declare const DRIVER_FILES: { url: string; revision: string | null }[]
/** Replaced as well: files that are needed later, such as the camera's code reader. */
declare const LATER_FILES: string[]

interface WorkerScope {
  addEventListener(name: 'activate' | 'fetch', listen: (event: WorkerEvent) => void): void
  addEventListener(name: 'message', listen: (event: { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  caches: CacheStorage
  location: Location
}
interface WorkerEvent {
  request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}
const worker = globalThis as unknown as WorkerScope

cleanupOutdatedCaches()
precacheAndRoute(DRIVER_FILES)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/logistics/driver-portal')))

// Control the page from its first load on.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
// A new version takes over only when the driver asks for it, never in the middle of a delivery.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
  if (data === 'hold-later') void holdLater()
})

const laterFiles = 'driver-later'

/** Caches the later files for offline use, once the page is ready and online. */
async function holdLater(): Promise<void> {
  const cache = await worker.caches.open(laterFiles)
  const held = await cache.keys()
  for (const { url } of held) {
    // A file of an older version of the page.
    if (!LATER_FILES.includes(new URL(url).pathname)) await cache.delete(url)
  }
  for (const url of LATER_FILES) if (!(await cache.match(url))) await cache.add(url)
}

/** Cache-first for lazily loaded files; their names contain a content hash. */
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  const isHeld = DRIVER_FILES.some(({ url }) => url === pathname)
  if (origin !== worker.location.origin || !pathname.startsWith('/assets/') || isHeld) return
  event.respondWith(heldOrLoaded(event.request))
})

async function heldOrLoaded(request: Request): Promise<Response> {
  const cache = await worker.caches.open(laterFiles)
  const held = await cache.match(request)
  if (held) return held
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
