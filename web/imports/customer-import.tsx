import { customerColumnSet } from '#shared/imports/customer-columns.ts'
import { customerImportsApi } from '#shared/imports/customer-imports-api.ts'
import type { ImportKindView } from './import-kind.tsx'
import { paths } from '#web/paths.ts'

export const customerImport: ImportKindView = {
  calls: customerImportsApi,
  path: paths.customerImport,
  columns: customerColumnSet,
  fileLabel: 'List of customers',
  counts: [
    { count: 'accounts', label: 'New customers', path: paths.customers },
    { count: 'updated', label: 'Changed customers', path: paths.customers },
    { count: 'openingBalances', label: 'Opening balances', path: paths.invoices },
    { count: 'openingAmount', label: 'Sum of opening balances', isAmount: true },
  ],
  taken: ({ accounts, updated }) => accounts + updated,
  takenLabel: 'Customers imported',
  goTo: { path: paths.customers, label: 'View customers' },
}
