import type { ReactNode } from 'react'
import { ScrollRestoration } from 'react-router'
import { useDownloadLinks } from '#web/api/download-links.ts'
import { useHeadingFocus, useTitle } from '#web/app/page-heading.ts'
import { refetchedByPortal } from '#web/portal/portal-refetched.ts'
import { Gate } from '#web/session/gate.tsx'
import { useLiveUpdates } from '#web/session/live-updates.ts'

/** Wraps every page of the portal: access, scroll position and document title. */
export function PortalRoot({ isKnown, children }: { isKnown: (path: string) => boolean; children: ReactNode }) {
  useTitle()
  useHeadingFocus()
  useLiveUpdates(refetchedByPortal)
  useDownloadLinks()
  return (
    <Gate isKnown={isKnown}>
      {children}
      <ScrollRestoration />
    </Gate>
  )
}
