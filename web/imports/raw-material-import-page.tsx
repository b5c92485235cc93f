import { paths } from '#web/paths.ts'
import { rawMaterialImport } from './raw-material-import.tsx'
import { RecordImportPage } from './record-import-page.tsx'

export default function RawMaterialImportPage() {
  return (
    <RecordImportPage
      kind={rawMaterialImport}
      right="rawmaterials.edit"
      records="raw materials"
      help="Each row adds a raw material, or updates the one with the same SKU. Empty cells are ignored."
      list={{ to: paths.rawMaterials, name: 'Raw materials' }}
    />
  )
}
