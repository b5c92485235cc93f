import type { Role } from '#shared/access/roles.ts'

/** Who comes in where: customers at their own door, everybody else at the staff's. */
export type Realm = 'staff' | 'customer'
export const realmOf = (role: Role): Realm => (role === 'customer' ? 'customer' : 'staff')
