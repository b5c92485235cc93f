import type { ReactNode } from 'react'

/**
 * Takes the place of web/ui/tooltip.tsx in the bundles of the portal and of the driver's page: on a phone nothing hovers, and what places a tooltip weighs a
 * tenth of the first load. The buttons keep their labels for those who can't see their icons.
 */
export function Tooltip({ children }: { text: string; children: ReactNode }) {
  return children
}
