import type { Role } from '#shared/access/roles.ts'

/** The realms: customers have their own login, all other users log in as staff. */
export type Realm = 'staff' | 'customer'
export const realmOf = (role: Role): Realm => (role === 'customer' ? 'customer' : 'staff')
