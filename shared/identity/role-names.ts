import type { Role } from '#shared/access/roles.ts'

/** Roles as people say them. */
export const roleNames = {
  admin: 'Admin',
  staff: 'Staff',
  driver: 'Driver',
  customer: 'Customer',
  sales_rep: 'Sales rep',
} as const satisfies Record<Role, string>
