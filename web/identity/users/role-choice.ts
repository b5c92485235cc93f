import { modules, type Permissions, type Role, roles } from '#shared/access/roles.ts'
import { roleNames } from '#shared/identity/role-names.ts'

/** The module names in the permission table. */
export const moduleNames = {
  inventory: 'Inventory',
  crm: 'Customers & suppliers',
  invoices: 'Invoices & reports',
  purchaseOrders: 'Purchase orders',
  shipping: 'Shipping',
  routes: 'Routes',
  retention: 'Retention',
  users: 'Users',
  salesOrders: 'Sales orders & estimates',
  reports: 'Report exports & schedules',
  dashboard: 'Dashboard',
  rawmaterials: 'Raw materials',
} as const satisfies Record<(typeof modules)[number], string>

/** Explains View, Edit and Delete for modules where they are not obvious. */
export const moduleNotes: Partial<Record<(typeof modules)[number], string>> = {
  shipping: 'Delete removes deleted shipping records for good.',
  retention: 'Delete allows nothing more.',
  dashboard: 'View opens the page; its figures follow the other areas. Edit and Delete allow nothing more.',
  reports: 'View exports and schedules reports, Edit pauses schedules of others, Delete deletes them.',
}

export const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }))

/** Sets every flag, so that permissions can be compared as JSON. */
export const full = (permissions: Permissions) =>
  Object.fromEntries(
    modules.map((module) => {
      const { view = false, edit = false, delete: remove = false } = permissions[module] ?? {}
      return [module, { view, edit, delete: remove }]
    }),
  ) as Record<(typeof modules)[number], { view: boolean; edit: boolean; delete: boolean }>

/** The roles that can be assigned here; administrators register with a link instead. */
export const rolesToGive = (current: Role | undefined, isAdmin: boolean) =>
  roleOptions.filter(({ value }) => value !== 'admin' || current === 'admin' || (isAdmin && current !== undefined))
