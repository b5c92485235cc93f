import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import { paths } from '#web/paths.ts'

/** The ids of a list's first record for each filter. */
export type Find = (list: string, ...filters: readonly string[]) => Promise<string[]>

/** The id of the first row of a list that matches. */
export type Choose = (list: string, isWanted: (row: Row) => boolean) => Promise<string[]>
export interface Row {
  id: string
  order?: { status: string } | null
  paymentStatus?: string
}

/** The pages that each tutorial covers: its list, records in their various states, and its form. */
export const pagesOf: Record<TutorialKey, (find: Find, choose: Choose) => Promise<string[]>> = {
  'address-book': async (find) => [paths.addressBook, ...(await find('contacts', '')).map(paths.contact)],
  dashboard: async () => [paths.dashboard],
  accounts: async (find) => [
    paths.customers,
    ...(await find('accounts', '', 'sort=-lastOrderDate')).map(paths.customer),
    `${paths.customers}?add`,
  ],
  suppliers: async (find) => [
    paths.suppliers,
    ...(await find('suppliers', '')).map(paths.supplier),
    `${paths.suppliers}?add`,
  ],
  prospects: async (find) => [
    ...(await find('opportunities', 'stage=Proposal')).map(paths.opportunity),
    paths.prospects,
    ...(await find('prospects', 'status=New', 'status=Contacted')).map(paths.prospect),
  ],
  inventory: async (find) => [
    paths.products,
    ...(await find('products', '')).map(paths.product),
    paths.lots,
    paths.stockCounts,
    paths.recalls,
  ],
  categories: async () => [paths.categories],
  locations: async (find) => [paths.locations, ...(await find('locations', '')).map(paths.location)],
  'stock-transfers': async (find) => [
    paths.stockTransfers,
    ...(await find('stock-transfers', 'status=pending', 'status=completed')).map(paths.stockTransfer),
    paths.stockTransferNew,
  ],
  kits: async (find) => [
    paths.kits,
    paths.kitList,
    ...(await find('kit-orders', 'status=pending', 'status=completed')).map(paths.kitOrder),
    ...(await find('kits', '')).map(paths.kit),
    paths.kitNew,
  ],
  'raw-materials': async (find) => [
    paths.rawMaterials,
    ...(await find('raw-materials', '')).map(paths.rawMaterial),
    paths.production,
  ],
  'inventory-reports': async () => [
    ...['financial', 'purchases', 'low-stock', 'deleted'].map((tab) => `${paths.inventoryReports}?tab=${tab}`),
    paths.products,
    paths.deletedItems,
  ],
  'sales-reports': async () => ['', 'trends', 'customers', 'status'].map((tab) => `${paths.salesReports}?tab=${tab}`),
  reports: async () => [paths.reports, `${paths.reports}?tab=items`, paths.deletedItems],
  'purchase-orders': async (find) => [
    paths.purchaseOrders,
    ...(
      await find('purchase-orders', 'status=Draft', 'status=Open', 'status=Partially Received', 'status=Received')
    ).map(paths.purchaseOrder),
    ...(await find('purchase-orders', 'status=Open')).map(paths.purchaseOrderReceive),
    paths.purchaseOrderNew,
    paths.reorder,
  ],
  'sales-orders': async (find) => [
    paths.orders,
    `${paths.orders}?view=board`,
    ...(
      await find('sales-orders', 'status=PENDING', 'status=CONFIRMED', 'status=READY_FOR_SHIPPING', 'status=DELIVERED')
    ).map(paths.order),
    ...(await find('estimates', 'status=Accepted')).map(paths.estimate),
    ...(await find('returns', 'status=Requested', 'status=Approved', 'status=Received', 'status=Inspected')).map(
      paths.return,
    ),
    paths.orderNew,
  ],
  invoices: async (find, choose) => [
    paths.invoices,
    ...(
      await choose(
        'invoices',
        ({ order, paymentStatus }) => order?.status === 'CONFIRMED' && paymentStatus === 'Unpaid',
      )
    ).map(paths.invoice),
    ...(
      await find('invoices', 'paymentStatus=Unpaid', 'paymentStatus=Partially Paid', 'paymentStatus=Paid in Full')
    ).map(paths.invoice),
    ...(await find('accounts', 'sort=-lastOrderDate')).flatMap((id) => [paths.customer(id), paths.statement(id)]),
  ],
  shipping: async (find) => [
    paths.shipping,
    ...(
      await find(
        'shipments',
        'planned=no',
        'planned=yes',
        'method=carrier&status=READY_FOR_SHIPPING',
        'status=ON_THE_WAY',
        'status=FAILED_DELIVERY',
      )
    ).map(paths.shipment),
  ],
  routes: async (find) => [
    paths.routes,
    ...(await find('routes', 'status=PLANNED', 'status=IN_PROGRESS')).map(paths.route),
  ],
  'driver-portal': async () => [],
  'route-detail': async () => [],
  users: async (find) => [
    paths.users,
    ...(await find('users', 'role=driver', 'suspended=true')).map(paths.user),
    `${paths.users}?tab=links`,
  ],
  retention: async () => [paths.retention, `${paths.retention}?tab=settings`, `${paths.retention}?tab=templates`],
  forecast: async () => [paths.forecast],
  'expiry-radar': async () => [paths.expiryRadar],
  journal: async () => [paths.journal],
}
