import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import { productColumnSet } from '#shared/imports/product-columns.ts'
import type { ImportKindView } from './import-kind.tsx'
import { paths } from '#web/paths.ts'

export const productImport: ImportKindView = {
  calls: productImportsApi,
  path: paths.productImport,
  columns: productColumnSet,
  fileLabel: 'List of products',
  counts: [
    { count: 'products', label: 'New products', path: paths.products },
    { count: 'updated', label: 'Changed products', path: paths.products },
    { count: 'pieces', label: 'Opening stock, units' },
  ],
  taken: ({ products, updated }) => products + updated,
  takenLabel: 'Products imported',
  goTo: { path: paths.products, label: 'View products' },
  note: ({ toAdd, mapping }) =>
    toAdd.updated > 0 && mapping['quantity'] ? 'Opening stock is booked for new products only.' : null,
}
