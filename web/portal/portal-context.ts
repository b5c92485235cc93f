import { createContext, useContext } from 'react'
import { type PortalHome } from '#shared/portal/home-api.ts'
import { mayInPortal, type PortalAction } from '#shared/portal/portal-user.ts'

export interface Portal {
  home: PortalHome
  /** The address below which its pages are. */
  base: string
  /** What every read carries: of the office, whose portal it looks at. */
  query: { account?: string }
}

export const PortalContext = createContext<Portal | null>(null)

/** Whose portal this is and who looks; only below the portal's layout. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('Not within the portal')
  return portal
}

/** May who looks do that? Nobody of the office may. */
export function useMayInPortal(action: PortalAction): boolean {
  const { user } = usePortal().home
  return !user.isOffice && mayInPortal(user.role, action)
}
