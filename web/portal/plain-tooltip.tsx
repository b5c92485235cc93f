import type { ReactNode } from 'react'

/**
 * Replaces web/ui/tooltip.tsx in the bundles of the portal and the driver's page: phones don't hover, and the positioning
 * library is a tenth of the first load. Icon buttons keep their accessible names.
 */
export function Tooltip({ children }: { text: string; children: ReactNode }) {
  return children
}
