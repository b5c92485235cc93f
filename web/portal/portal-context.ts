import { createContext, useContext } from 'react'
import { type PortalHome } from '#shared/portal/home-api.ts'
import { mayInPortal, type PortalAction } from '#shared/portal/portal-user.ts'

export interface Portal {
  home: PortalHome
  /** The path prefix of its pages. */
  base: string
  /** Query parameters of every GET: for staff, the customer whose portal they view. */
  query: { account?: string }
}

export const PortalContext = createContext<Portal | null>(null)

/** The portal's customer and viewer; only inside the portal's layout. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('Not within the portal')
  return portal
}

/** Whether the viewer may do that in the portal; never for staff. */
export function useMayInPortal(action: PortalAction): boolean {
  const { user } = usePortal().home
  return !user.isOffice && mayInPortal(user.role, action)
}
