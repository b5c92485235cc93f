import { can, type Subject } from '#shared/access/can.ts'
import { mayView, menuOf } from '#shared/access/menu.ts'
import type { Right } from '#shared/http/route.ts'
import { paths } from '#web/paths.ts'

/** A page to go to, or an action that creates a record. */
export type Destination = { label: string; path: string; words?: string }

/** Pages that the sidebar does not list. */
const others: readonly (Destination & { adminOnly?: true })[] = [
  { label: 'Accounts', path: paths.accounts },
  { label: 'Lots & expiry', path: paths.lots },
  { label: 'Reorder', path: paths.reorder, words: 'low stock' },
  { label: 'Demand forecast', path: paths.forecast, words: 'prediction weeks' },
  { label: 'Expiry radar', path: paths.expiryRadar, words: 'write off expiring' },
  { label: 'Recalls', path: paths.recalls },
  { label: 'Stock counts', path: paths.stockCounts, words: 'stocktake' },
  { label: 'Kits', path: paths.kitList },
  { label: 'Attributes', path: paths.attributes },
  { label: 'Deleted items', path: paths.deletedItems, words: 'restore trash' },
  { label: 'Production', path: paths.production, words: 'factory make' },
  { label: 'Delivery status', path: paths.deliveryStatus, words: 'deliveries today' },
  { label: 'Returns', path: paths.returns, words: 'rma credit note' },
  { label: 'All reports', path: paths.allReports, words: 'margin fill rate on time tax' },
  { label: 'Saved reports', path: paths.savedReports, words: 'scheduled mail' },
  { label: 'Notifications', path: paths.notifications, words: 'bell unread digest' },
  { label: 'Journal', path: paths.journal, words: 'accounting double entry datev trial balance' },
  { label: 'Plan day', path: paths.routePlan, words: 'routes deliveries' },
  { label: 'Vehicles', path: paths.vehicles, words: 'van truck cold box' },
  { label: 'Drivers', path: paths.drivers, words: 'working hours' },
  { label: 'Driving times', path: paths.drivingTimes, words: 'speed eta' },
  { label: 'Import deliveries', path: paths.imports, adminOnly: true },
  { label: 'Data integrity check', path: paths.proof, adminOnly: true },
  { label: 'Background jobs', path: paths.jobs, adminOnly: true },
  { label: 'My profile', path: paths.profile, words: 'password passkey' },
  { label: 'Settings', path: paths.settings },
]

/** All actions that create a record on a page of its own. */
const beginnings: readonly (Destination & { right: Right })[] = [
  { label: 'New sales order', path: paths.orderNew, right: 'salesOrders.edit', words: 'add create' },
  { label: 'New estimate', path: paths.estimateNew, right: 'salesOrders.edit', words: 'add create quote offer' },
  { label: 'New return', path: paths.returnNew, right: 'invoices.edit', words: 'add create rma' },
  { label: 'New purchase order', path: paths.purchaseOrderNew, right: 'purchaseOrders.edit', words: 'add create buy' },
  { label: 'Add customer', path: `${paths.customers}?add`, right: 'crm.edit', words: 'new create clinic' },
  { label: 'Add supplier', path: `${paths.suppliers}?add`, right: 'crm.edit', words: 'new create' },
  { label: 'Record payment', path: `${paths.invoices}?open=true`, right: 'invoices.edit', words: 'take pay money' },
  {
    label: 'Receive goods',
    path: `${paths.purchaseOrders}?status=Open`,
    right: 'purchaseOrders.edit',
    words: 'arrived delivery',
  },
  {
    label: 'Ship orders',
    path: `${paths.orders}?status=READY_FOR_SHIPPING`,
    right: 'shipping.edit',
    words: 'send carrier',
  },
  { label: 'Add product', path: paths.productNew, right: 'inventory.edit', words: 'new create' },
  { label: 'Add raw material', path: paths.rawMaterialNew, right: 'rawmaterials.edit', words: 'new create' },
  { label: 'Add transfer', path: paths.stockTransferNew, right: 'inventory.edit', words: 'new create move' },
  { label: 'Add kit', path: paths.kitNew, right: 'inventory.edit', words: 'new create bundle' },
  { label: 'Pack kits', path: paths.kitOrderNew, right: 'inventory.edit', words: 'new kit order assemble' },
  { label: 'Add route', path: paths.routeNew, right: 'routes.edit', words: 'new create tour' },
  {
    label: 'Import raw materials',
    path: paths.rawMaterialImport,
    right: 'rawmaterials.edit',
    words: 'csv excel upload',
  },
  { label: 'Import customers', path: paths.customerImport, right: 'crm.edit', words: 'csv excel upload' },
  { label: 'Import products', path: paths.productImport, right: 'inventory.edit', words: 'csv excel upload' },
  { label: 'Start recall', path: paths.recallNew, right: 'inventory.edit', words: 'new create' },
]

/** Synonyms for pages in the menu. */
const menuWords: Readonly<Record<string, string>> = {
  [paths.products]: 'products stock',
  [paths.addressBook]: 'contacts people',
  [paths.prospects]: 'leads',
  [paths.orders]: 'so',
  [paths.purchaseOrders]: 'po',
  [paths.locations]: 'warehouses',
  [paths.estimates]: 'quotes offers',
}

/** All pages that the user may view, by their menu names. */
export function pagesOf(user: Subject): Destination[] {
  const inMenu = menuOf(user).flatMap(({ links }) =>
    links.map(({ label, path }) => ({ label, path, words: menuWords[path] ?? '' })),
  )
  const more = others.filter(({ path, adminOnly }) => mayView(user, path) && (!adminOnly || user.role === 'admin'))
  return [...inMenu, ...more]
}

export const createPagesOf = (user: Subject): Destination[] =>
  beginnings.filter(({ path, right }) => can(user, right) && mayView(user, path.split('?')[0] ?? path))

/** Whether each typed word, or its singular, is the prefix of a word in the label or its synonyms. */
export function isMatch(typed: string, label: string, words = ''): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => known.some((one) => one.startsWith(word) || `${one}s` === word))
}
