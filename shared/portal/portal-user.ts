/** Roles of a customer's users in the portal. */
export const portalRoles = ['owner', 'orderer', 'viewer'] as const
export type PortalRole = (typeof portalRoles)[number]

export const portalRoleNames: Record<PortalRole, string> = {
  owner: 'Owner',
  orderer: 'Orderer',
  viewer: 'Viewer',
}

const portalActions = [
  'order',
  'approve',
  'answerEstimate',
  'return',
  'acknowledge',
  'message',
  'keepShelves',
  'manageUsers',
] as const
export type PortalAction = (typeof portalActions)[number]

/** The portal's buttons and the server's refusals both use this table. */
const allowed: Record<PortalRole, readonly PortalAction[]> = {
  owner: portalActions,
  orderer: ['order', 'return', 'acknowledge', 'message', 'keepShelves'],
  viewer: [],
}

export const mayInPortal = (role: PortalRole, action: PortalAction): boolean => allowed[role].includes(action)

/** True if an order of this total (minor units) needs an owner's approval. */
export const needsApproval = (user: { role: PortalRole; approvalLimit: bigint | null }, total: bigint): boolean =>
  user.role !== 'owner' && user.approvalLimit !== null && total > user.approvalLimit
