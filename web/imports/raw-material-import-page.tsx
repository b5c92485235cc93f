import { ImportPageBody } from './import-page-body.tsx'
import { rawMaterialImport } from './raw-material-import.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Link } from 'react-router'

/** Adds and changes raw materials from a file: upload, name the columns, check without effect, run. The import is in the address. */
export default function RawMaterialImportPage() {
  const mayEdit = useCan('rawmaterials.edit')
  const title = 'Import raw materials'
  if (!mayEdit) {
    return (
      <>
        <PageHeader title={title} />
        <Card flush>
          <EmptyState
            kind="no-permission"
            title="You can't change raw materials"
            action={
              <Button asChild>
                <Link to={paths.rawMaterials}>Go to raw materials</Link>
              </Button>
            }
          >
            Ask an administrator for permission to edit raw materials.
          </EmptyState>
        </Card>
      </>
    )
  }
  return (
    <ImportPageBody
      kind={rawMaterialImport}
      title={title}
      help="Each row adds a raw material, or updates the one with the same SKU. Empty cells are ignored."
      above={
        <Link key="raw-materials" to={paths.rawMaterials}>
          Raw materials
        </Link>
      }
    />
  )
}
