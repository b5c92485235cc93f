import type { ReactNode } from 'react'
import { useSettings } from '#web/session/settings.ts'

/** The running total of a document, shown beside the buttons while the header is scrolled out of view. */
export function RunningTotal({ children }: { children: ReactNode }) {
  const { currency } = useSettings()
  return (
    <>
      Total {currency} <strong className="figures block font-semibold text-primary">{children}</strong>
    </>
  )
}
