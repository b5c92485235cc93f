import { can, type Subject } from './can.ts'
import { type Module, modules } from './roles.ts'

interface MenuLink {
  label: string
  path: string
  area: Module
}
export interface MenuGroup {
  label: string
  links: readonly MenuLink[]
}

/** The sidebar: groups and links as the specification lists them, each with the area whose view right shows it. */
export const menu = [
  {
    label: 'Dashboard',
    links: [
      { label: 'Overview', path: '/crm/dashboard', area: 'dashboard' },
      { label: 'Address Book', path: '/crm/address-book', area: 'crm' },
    ],
  },
  {
    label: 'Accounts',
    links: [
      { label: 'Customer List', path: '/crm/customers', area: 'crm' },
      { label: 'Prospect List', path: '/crm/prospects', area: 'crm' },
      { label: 'Supplier List', path: '/crm/suppliers', area: 'crm' },
      { label: 'Sales Opportunities', path: '/crm/salesopportunities', area: 'crm' },
    ],
  },
  {
    label: 'Inventory',
    links: [
      { label: 'Inventory List', path: '/crm/inventory', area: 'inventory' },
      { label: 'Stock Transfers', path: '/inventory/stock-transfers', area: 'inventory' },
      { label: 'Kitting & Bundles', path: '/inventory/kitting-bundles', area: 'inventory' },
      { label: 'Categories', path: '/inventory/categories', area: 'inventory' },
      { label: 'Locations & Zones', path: '/inventory/locations-zones', area: 'inventory' },
      { label: 'Raw Materials List', path: '/inventory/raw-materials', area: 'rawmaterials' },
      { label: 'Service Types', path: '/inventory/service-types', area: 'inventory' },
    ],
  },
  {
    label: 'Orders',
    links: [
      { label: 'Sales Orders', path: '/orders/sales-orders', area: 'salesOrders' },
      { label: 'Purchase Orders', path: '/orders/purchase-orders', area: 'purchaseOrders' },
      { label: 'Estimates', path: '/orders/estimates', area: 'salesOrders' },
      { label: 'Invoices', path: '/orders/invoices', area: 'invoices' },
    ],
  },
  {
    label: 'Reports',
    links: [
      { label: 'Analytics', path: '/reports', area: 'invoices' },
      { label: 'Sales Reports', path: '/reports/sales', area: 'invoices' },
      { label: 'Inventory Reports', path: '/reports/inventory', area: 'inventory' },
    ],
  },
  {
    label: 'Logistics',
    links: [
      { label: 'Shipping', path: '/logistics/shipping', area: 'shipping' },
      { label: 'Routes', path: '/logistics/routes', area: 'routes' },
    ],
  },
  { label: 'Marketing', links: [{ label: 'Retention', path: '/marketing/retention', area: 'retention' }] },
  { label: 'Administration', links: [{ label: 'User Management', path: '/crm/users', area: 'users' }] },
] as const satisfies readonly MenuGroup[]

/** Path segment → area, where the two differ; every other path uses its second (or third) segment as the area. */
const areaOfSegment: Record<string, Module> = {
  account: 'crm',
  accounts: 'crm',
  customers: 'crm',
  'address-book': 'crm',
  suppliers: 'crm',
  prospects: 'crm',
  salesopportunities: 'crm',
  'stock-transfers': 'inventory',
  'stock-counts': 'inventory',
  'kitting-bundles': 'inventory',
  categories: 'inventory',
  attributes: 'inventory',
  'locations-zones': 'inventory',
  'service-types': 'inventory',
  'raw-materials': 'rawmaterials',
  'sales-orders': 'salesOrders',
  estimates: 'salesOrders',
  'purchase-orders': 'purchaseOrders',
  invoices: 'invoices',
  returns: 'invoices',
  'delivery-status': 'shipping',
  'driver-portal': 'shipping',
}

/** Reports of purchases and stock, which either of the view rights `inventory` and `invoices` opens. */
const stockReports =
  /^\/reports\/(purchases|landed-cost|price-changes|supplier-service|stock-value|abc-xyz|adjustments|expiry-cost|count-accuracy|recalls)\b/

/** The report of user activity is for administrators only. */
const activity = /^\/reports\/activity\b/

/** Paths that need no right: open to every signed-in user. */
const openPaths = ['/profile', '/settings', '/notifications']

/** The modules of a page: the view right of any of them opens it. Null for a page that is open to every signed-in user. */
export function areasOf(path: string): readonly Module[] | null {
  if (openPaths.some((open) => path === open || path.startsWith(`${open}/`))) return null
  if (path === '/reports/inventory') return ['inventory', 'invoices']
  if (/^\/reports\/(saved|all)$/.test(path)) return ['invoices', 'inventory', 'crm', 'routes']
  if (stockReports.test(path)) return ['inventory', 'invoices']
  if (/^\/reports\/prospects\b/.test(path)) return ['crm', 'invoices']
  if (/^\/reports\/deliveries\b/.test(path)) return ['routes', 'invoices']
  if (path === '/reports' || path.startsWith('/reports/')) return ['invoices']
  const [, first = '', second = ''] = path.split('/')
  for (const segment of [second, first]) {
    const area = areaOfSegment[segment] ?? modules.find((module) => module === segment)
    if (area) return [area]
  }
  return ['dashboard']
}

/** Whether the user may see the page at this path. */
export function mayView(subject: Subject, path: string): boolean {
  if (activity.test(path)) return subject.role === 'admin'
  const areas = areasOf(path)
  return areas === null || areas.some((area) => can(subject, `${area}.view`))
}

/** The sidebar of one user: links they may view, groups that are not empty. */
export function menuOf(subject: Subject): MenuGroup[] {
  return menu
    .map((group) => ({ label: group.label, links: group.links.filter((link) => mayView(subject, link.path)) }))
    .filter((group) => group.links.length > 0)
}
