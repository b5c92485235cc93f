import type { Role } from '#shared/access/roles.ts'

/** Labels of the roles. */
export const roleNames = {
  admin: 'Admin',
  staff: 'Staff',
  driver: 'Driver',
  customer: 'Customer',
  sales_rep: 'Sales rep',
} as const satisfies Record<Role, string>
