import { useEffect } from 'react'
import { consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { getSession } from '#web/session/session.ts'
import { dataCache, shelf, userKey } from './offline-shelf.ts'
import { usePortal } from './portal-context.ts'

/** Makes the shelf pages available offline after the first visit. Service workers require https or localhost. */
async function holdShelf(): Promise<void> {
  const { user } = getSession()
  if (user) localStorage.setItem(userKey, JSON.stringify(user))
  if (!('serviceWorker' in navigator)) return
  await navigator.storage?.persist?.()
  await navigator.serviceWorker.register('/portal/shelf-worker.js', { scope: shelf })
  // The service worker caches what passes through it; it missed the requests of this first visit.
  const cache = await caches.open(dataCache)
  await cache.addAll([portalHomeApi.getHome.path, shelfApi.listShelves.path, consignmentApi.listConsignments.path])
}

/** For all pages of the shelf, since any of them may be opened first. */
export function useShelfOffline(): void {
  const { isOffice } = usePortal().home.user
  useEffect(() => {
    // If it fails, the page works as usual, but only online.
    if (!isOffice) holdShelf().catch(() => {})
  }, [isOffice])
}
