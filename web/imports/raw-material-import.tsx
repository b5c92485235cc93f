import { rawMaterialColumnSet } from '#shared/imports/raw-material-columns.ts'
import { rawMaterialImportsApi } from '#shared/imports/raw-material-imports-api.ts'
import type { ImportKindView } from './import-kind.tsx'
import { paths } from '#web/paths.ts'

export const rawMaterialImport: ImportKindView = {
  calls: rawMaterialImportsApi,
  path: paths.rawMaterialImport,
  columns: rawMaterialColumnSet,
  fileLabel: 'List of raw materials',
  counts: [
    { count: 'rawMaterials', label: 'New raw materials', path: paths.rawMaterials },
    { count: 'updated', label: 'Changed raw materials', path: paths.rawMaterials },
    { count: 'pieces', label: 'Opening stock, units' },
  ],
  taken: ({ rawMaterials, updated }) => rawMaterials + updated,
  takenLabel: 'Raw materials imported',
  goTo: { path: paths.rawMaterials, label: 'View raw materials' },
  note: ({ toAdd, mapping }) =>
    toAdd.updated > 0 && mapping['quantity'] ? 'Opening stock is booked for new raw materials only.' : null,
}
