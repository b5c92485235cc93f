import { paths } from '#web/paths.ts'
import { productImport } from './product-import.tsx'
import { RecordImportPage } from './record-import-page.tsx'

export default function ProductImportPage() {
  return (
    <RecordImportPage
      kind={productImport}
      right="inventory.edit"
      records="products"
      help="Each row adds a product, or updates the product with the same SKU. Empty cells are ignored."
      list={{ to: paths.products, name: 'Inventory' }}
    />
  )
}
