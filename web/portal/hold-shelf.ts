import { useEffect } from 'react'
import { consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { getSession } from '#web/session/session.ts'
import { dataCache, shelf, userKey } from './offline-shelf.ts'
import { usePortal } from './portal-context.ts'

/** From the first visit on the shelf's pages open without a connection. Browsers offer it at https and on this machine only. */
async function holdShelf(): Promise<void> {
  const { user } = getSession()
  if (user) localStorage.setItem(userKey, JSON.stringify(user))
  if (!('serviceWorker' in navigator)) return
  await navigator.storage?.persist?.()
  await navigator.serviceWorker.register('/portal/shelf-worker.js', { scope: shelf })
  // The worker keeps what it sees; of this first visit it saw nothing.
  const cache = await caches.open(dataCache)
  await cache.addAll([portalHomeApi.getHome.path, shelfApi.listShelves.path, consignmentApi.listConsignments.path])
}

/** On every page of the shelf, whichever is opened first. */
export function useShelfOffline(): void {
  const { isOffice } = usePortal().home.user
  useEffect(() => {
    // Where it fails the page works as any other: with a connection.
    if (!isOffice) holdShelf().catch(() => {})
  }, [isOffice])
}
