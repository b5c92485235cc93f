import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/* The service worker of the portal's shelf: it holds the files of these pages, and the last answers that they show. */

/** Written in by vite.portal.config.ts. */
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

// The page is held from its first load on. Its files have names of their own, so a new version may take over at once.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

/** The same name as in web/portal/offline-shelf.ts, which clears it when somebody logs out. */
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
