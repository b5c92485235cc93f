import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/* Service worker of the portal's shelf pages: caches their files, and the last responses that they show. */

/** Replaced by vite.portal.config.ts: the files to precache. */
declare const SHELF_FILES: { url: string; revision: string | null }[]

interface WorkerScope {
  addEventListener(
    name: 'activate' | 'install',
    listen: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  caches: CacheStorage
}
const worker = globalThis as unknown as WorkerScope

cleanupOutdatedCaches()
precacheAndRoute(SHELF_FILES)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/crm/customer-portal/shelf')))

// Control the page from its first load on. File names contain a content hash, so a new version may take over at once.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

/** Same name as in web/portal/offline-shelf.ts, which deletes the cache on log-out. */
const dataCache = 'portal-shelf-data'
const shown = ['/api/customer-portal/home', '/api/customer-portal/shelves', '/api/customer-portal/consignments']

registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.method === 'GET' && shown.includes(url.pathname) && url.search === '',
  async ({ request }) => {
    const cache = await worker.caches.open(dataCache)
    try {
      const answer = await fetch(request)
      if (answer.ok) await cache.put(request.url, answer.clone())
      if (answer.status === 401) await worker.caches.delete(dataCache)
      return answer
    } catch (error) {
      const cached = await cache.match(request.url, { ignoreVary: true })
      if (cached) return cached
      throw error
    }
  },
)
