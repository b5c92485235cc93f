import { ImportPageBody } from './import-page-body.tsx'
import { productImport } from './product-import.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Link } from 'react-router'

/** Adds and changes products from a file: upload, name the columns, check without effect, run. The import is in the address. */
export default function ProductImportPage() {
  const mayEdit = useCan('inventory.edit')
  const title = 'Import products'
  if (!mayEdit) {
    return (
      <>
        <PageHeader title={title} />
        <Card flush>
          <EmptyState
            kind="no-permission"
            title="You can't change products"
            action={
              <Button asChild>
                <Link to={paths.products}>Go to inventory</Link>
              </Button>
            }
          >
            Ask an administrator for permission to edit the inventory.
          </EmptyState>
        </Card>
      </>
    )
  }
  return (
    <ImportPageBody
      kind={productImport}
      title={title}
      help="Each row adds a product, or updates the product with the same SKU. Empty cells are ignored."
      above={
        <Link key="products" to={paths.products}>
          Inventory
        </Link>
      }
    />
  )
}
