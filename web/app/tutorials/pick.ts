/** Pages with a tutorial, by the specification's names and in its order. */
export const tutorialNames = {
  'address-book': 'Address Book',
  dashboard: 'Dashboard',
  accounts: 'Accounts',
  suppliers: 'Suppliers',
  prospects: 'Prospects',
  inventory: 'Inventory',
  categories: 'Categories',
  locations: 'Locations and Factories',
  'stock-transfers': 'Stock Transfers',
  kits: 'Kitting and Bundles',
  'raw-materials': 'Raw Materials',
  'inventory-reports': 'Inventory Reports',
  'sales-reports': 'Sales Reports',
  reports: 'Reports',
  'purchase-orders': 'Purchase Orders',
  'sales-orders': 'Sales Orders',
  invoices: 'Invoices',
  shipping: 'Shipping',
  'route-detail': 'Route Detail',
  routes: 'Routes',
  'driver-portal': 'Driver Portal',
  users: 'Users',
  retention: 'Retention',
} as const

/** Our own pages with a tutorial, which the specification does not name. */
const ownTutorialNames = {
  forecast: 'Demand Forecast',
  'expiry-radar': 'Expiry Radar',
  journal: 'Journal',
} as const

export const allTutorialNames = { ...tutorialNames, ...ownTutorialNames }
export type TutorialKey = keyof typeof allTutorialNames
export const tutorialKeys = Object.keys(allTutorialNames) as TutorialKey[]

const prefix = /^\/(?:crm|orders|logistics|inventory|reports)\//

/** Path without its prefix → tutorial, also for all paths below it; the first match counts. */
const table: readonly [rest: string, tutorial: TutorialKey, under?: string][] = [
  // `under`: only with this prefix; without it the report would match the inventory list.
  ['inventory', 'inventory-reports', '/reports/'],
  ['sales', 'sales-reports', '/reports/'],
  ['deleted', 'reports', '/reports/'],
  ['journal', 'journal', '/reports/'],
  ['reports', 'reports'],
  ['dashboard', 'dashboard'],
  ['address-book', 'address-book'],
  ['accounts', 'accounts'],
  ['customers', 'accounts'],
  ['suppliers', 'suppliers'],
  ['prospects', 'prospects'],
  ['inventory', 'inventory'],
  ['categories', 'categories'],
  ['locations-zones', 'locations'],
  ['stock-transfers', 'stock-transfers'],
  ['kitting-bundles', 'kits'],
  ['raw-materials', 'raw-materials'],
  ['purchase-orders', 'purchase-orders'],
  ['reorder', 'purchase-orders'],
  ['forecast', 'forecast'],
  ['expiry-radar', 'expiry-radar'],
  ['sales-orders', 'sales-orders'],
  ['invoices', 'invoices'],
  ['shipping', 'shipping'],
  ['delivery-status', 'shipping'],
  ['driver-portal/route', 'route-detail'],
  ['driver-portal', 'driver-portal'],
  ['routes', 'routes'],
  ['users', 'users'],
  // This prefix is not one of those that are stripped.
  ['marketing/retention', 'retention'],
]

/** The page's own tutorial; undefined if it has none. */
export function ownTutorialOf(path: string): TutorialKey | undefined {
  const plain = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const rest = plain.replace(prefix, '').replace(/^\//, '')
  const row = table.find(
    ([start, , under = '']) => plain.startsWith(under) && (rest === start || rest.startsWith(`${start}/`)),
  )
  return row?.[1]
}

/** The tutorial for a path; the dashboard's for an unknown path. */
export const pickTutorial = (path: string): TutorialKey => ownTutorialOf(path) ?? 'dashboard'
