import type { Right } from '#shared/http/route.ts'

interface SearchKind {
  /** The singular. */
  one: string
  /** The heading of the group. */
  many: string
  /** The right to see them: the one to open their page. */
  right: Right
  /** The page of a record: `:id` and `:label` are filled in; `:at` is the record whose page shows it, if it has no page of its own. */
  page: string
  /** The page of the list, whose menu icon is shown with each record. */
  list: string
}

/** All kinds of records in the search, in the order in which equal matches are shown. */
export const searchKinds = {
  product: kind('Product', 'Products', 'inventory.view', '/crm/inventory'),
  salesOrder: kind('Sales order', 'Sales orders', 'salesOrders.view', '/orders/sales-orders'),
  account: kind('Customer', 'Customers', 'crm.view', '/crm/customers'),
  invoice: kind('Invoice', 'Invoices', 'invoices.view', '/orders/invoices'),
  estimate: kind('Estimate', 'Estimates', 'salesOrders.view', '/orders/estimates'),
  payment: kind('Payment', 'Payments', 'invoices.view', '/orders/invoices', '/statement/:at'),
  return: kind('Return', 'Returns', 'invoices.view', '/orders/returns'),
  creditNote: kind('Credit note', 'Credit notes', 'invoices.view', '/orders/returns', '/view/:at'),
  shipment: kind('Shipment', 'Shipments', 'shipping.view', '/logistics/shipping', '/:id'),
  route: kind('Route', 'Routes', 'routes.view', '/logistics/routes', '/:id'),
  purchaseOrder: kind('Purchase order', 'Purchase orders', 'purchaseOrders.view', '/orders/purchase-orders'),
  supplier: kind('Supplier', 'Suppliers', 'crm.view', '/crm/suppliers'),
  contact: kind('Contact', 'Contacts', 'crm.view', '/crm/address-book'),
  lot: kind('Lot', 'Lots', 'inventory.view', '/inventory/lots'),
  rawMaterial: kind('Raw material', 'Raw materials', 'rawmaterials.view', '/inventory/raw-materials'),
  kit: kind('Kit', 'Kits', 'inventory.view', '/inventory/kitting-bundles/kits'),
  prospect: kind('Prospect', 'Prospects', 'crm.view', '/crm/prospects'),
  opportunity: kind('Sales opportunity', 'Sales opportunities', 'crm.view', '/crm/salesopportunities'),
  stockTransfer: kind('Stock transfer', 'Stock transfers', 'inventory.view', '/inventory/stock-transfers'),
  kitOrder: kind('Kit order', 'Kit orders', 'inventory.view', '/inventory/kitting-bundles'),
  productionRun: kind('Production', 'Productions', 'inventory.view', '/inventory/production'),
  stockCount: kind('Stock count', 'Stock counts', 'inventory.view', '/inventory/stock-counts'),
  recall: kind('Recall', 'Recalls', 'inventory.view', '/inventory/recalls'),
  location: kind('Location', 'Locations', 'inventory.view', '/inventory/locations-zones'),
  category: kind('Category', 'Categories', 'inventory.view', '/inventory/categories', '?q=:label'),
  serviceType: kind('Service type', 'Service types', 'inventory.view', '/inventory/service-types', '?q=:label'),
  user: kind('User', 'Users', 'users.view', '/crm/users'),
} as const satisfies Record<string, SearchKind>

export type SearchKindName = keyof typeof searchKinds
export const searchKindNames = Object.keys(searchKinds) as SearchKindName[]

/** Most kinds have a page for each record, below the list's page. */
function kind<const R extends Right>(one: string, many: string, right: R, list: string, below = '/view/:id') {
  return { one, many, right, list, page: list + below }
}

/** The page of a found record. */
export const pageOfFound = (found: { kind: SearchKindName; id: string; at?: string | null; label: string }): string =>
  searchKinds[found.kind].page
    .replace(':id', found.id)
    .replace(':at', found.at ?? '')
    .replace(':label', encodeURIComponent(found.label))
