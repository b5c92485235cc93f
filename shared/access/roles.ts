import { z } from 'zod'

export const roles = ['admin', 'staff', 'driver', 'customer', 'sales_rep'] as const
export type Role = (typeof roles)[number]

export const modules = [
  'inventory',
  'crm',
  'invoices',
  'purchaseOrders',
  'shipping',
  'routes',
  'retention',
  'users',
  'salesOrders',
  'reports',
  'dashboard',
  'rawmaterials',
] as const
export type Module = (typeof modules)[number]

export const flags = ['view', 'edit', 'delete'] as const
export type Flag = (typeof flags)[number]

export type Permissions = Partial<Record<Module, Partial<Record<Flag, boolean>>>>
export const Permissions = z.partialRecord(
  z.enum(modules),
  z.strictObject({ view: z.boolean().optional(), edit: z.boolean().optional(), delete: z.boolean().optional() }),
) as unknown as z.ZodType<Permissions>

const all = { view: true, edit: true, delete: true }
const view = { view: true }
const viewEdit = { view: true, edit: true }

/** The default permissions of each role (product specification, section 6). Flags that are not listed are false. */
export const roleDefaults = {
  admin: {
    dashboard: view,
    inventory: all,
    rawmaterials: all,
    crm: all,
    invoices: all,
    purchaseOrders: all,
    shipping: all,
    retention: all,
    routes: all,
    users: all,
    salesOrders: all,
  },
  staff: { dashboard: view, inventory: view, rawmaterials: view, crm: view },
  driver: { dashboard: view, shipping: viewEdit, routes: view },
  sales_rep: { dashboard: view, crm: viewEdit, salesOrders: viewEdit },
  customer: {},
} as const satisfies Record<Role, Permissions>
