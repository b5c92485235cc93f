import type { ReactNode } from 'react'
import { useSettings } from '#web/session/settings.ts'

/** What a document comes to so far: beside the buttons, while the head is out of sight. */
export function RunningTotal({ children }: { children: ReactNode }) {
  const { currency } = useSettings()
  return (
    <>
      Total {currency} <strong className="figures block font-semibold text-primary">{children}</strong>
    </>
  )
}
