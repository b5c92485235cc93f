import { importsApi } from '#shared/imports/api.ts'
import { deliveryColumnSet } from '#shared/imports/delivery-columns.ts'
import type { ImportKindView } from './import-kind.tsx'
import { paths } from '#web/paths.ts'

export const deliveryImport: ImportKindView = {
  calls: importsApi,
  path: paths.imports,
  columns: deliveryColumnSet,
  fileLabel: 'Delivery history',
  counts: [
    { count: 'orders', label: 'Delivered orders', path: paths.orders },
    { count: 'lines', label: 'Order lines' },
    { count: 'shipments', label: 'Shipments', path: paths.shipping },
    { count: 'accounts', label: 'Customers', path: paths.customers },
    { count: 'suppliers', label: 'Suppliers', path: paths.suppliers },
    { count: 'products', label: 'Products', path: paths.products },
    { count: 'categories', label: 'Categories', path: paths.categories },
    { count: 'factories', label: 'Factories', path: paths.locations },
  ],
  taken: ({ lines }) => lines,
  takenLabel: 'Lines added',
  goTo: { path: paths.orders, label: 'View orders' },
}
