import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/* The service worker of the driver's page: it holds the page's files, and nothing else. Calls always go to the server. */

/** Written in by vite.phone.config.ts. */
declare const DRIVER_FILES: { url: string; revision: string | null }[]
/** What is needed later, such as the reader of the camera. */
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

// The page is held from its first load on.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
// A new version takes over when the driver says so, and never in the middle of a delivery.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
  if (data === 'hold-later') void holdLater()
})

const laterFiles = 'driver-later'

/** After the page is ready and where there is a connection: what the driver may need where there is none. */
async function holdLater(): Promise<void> {
  const cache = await worker.caches.open(laterFiles)
  const held = await cache.keys()
  for (const { url } of held) {
    // Of an older version of the page.
    if (!LATER_FILES.includes(new URL(url).pathname)) await cache.delete(url)
  }
  for (const url of LATER_FILES) if (!(await cache.match(url))) await cache.add(url)
}

/** What is loaded only when it is needed: its name changes with its content. */
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
