import type { ReactNode } from 'react'
import { ScrollRestoration } from 'react-router'
import { useHeadingFocus, useTitle } from '#web/app/page-heading.ts'
import { Gate } from '#web/session/gate.tsx'

/** Around every page of the portal: who may see it, where it is scrolled to, and what it is called. */
export function PortalRoot({ isKnown, children }: { isKnown: (path: string) => boolean; children: ReactNode }) {
  useTitle()
  useHeadingFocus()
  return (
    <Gate isKnown={isKnown}>
      {children}
      <ScrollRestoration />
    </Gate>
  )
}
