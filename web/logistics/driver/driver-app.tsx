import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '#web/paths.ts'
import { useAddress } from './address.ts'
import { AttentionList } from './attention-list.tsx'
import { DriverHeader } from './driver-header.tsx'
import { DriverHome } from './driver-home.tsx'
import { DriverRoutePage } from './driver-route-page.tsx'
import { SyncNotices } from './sync-notices.tsx'
import { followPlace } from './share-place.ts'
import { StorageAlert } from './storage-alert.tsx'

/** The driver's page. `help` renders the tutorial for a path. */
export function DriverApp({ help }: { help: (path: string) => ReactNode }) {
  const { routeId, step, stopId } = useAddress()
  const isFirst = useIsFirst(`${routeId} ${step} ${stopId}`)
  useEffect(followPlace, [])
  return (
    <>
      <DriverHeader />
      <main className="mx-auto flex w-full max-w-160 flex-col gap-4 px-4 pt-18 pb-32">
        <SyncNotices mayUpdate={step === null} />
        {step === null && <AttentionList />}
        {routeId ? (
          <DriverRoutePage key={routeId} routeId={routeId} step={step} stopId={stopId} isFirst={isFirst} />
        ) : (
          <DriverHome isFirst={isFirst} />
        )}
        {step === null && help(routeId ? paths.driverRoute(routeId) : paths.driverPortal)}
      </main>
      <StorageAlert />
    </>
  )
}

/** Whether this is the page that was opened first: then the focus stays with the browser. */
function useIsFirst(place: string): boolean {
  const [first] = useState(place)
  const [hasLeft, setLeft] = useState(false)
  if (!hasLeft && place !== first) setLeft(true)
  return !hasLeft && place === first
}
