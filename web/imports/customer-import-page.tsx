import { ImportPageBody } from './import-page-body.tsx'
import { customerImport } from './customer-import.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Link } from 'react-router'

/** Adds and changes customers from a file: upload, name the columns, check without effect, run. The import is in the address. */
export default function CustomerImportPage() {
  const mayEdit = useCan('crm.edit')
  const title = 'Import customers'
  if (!mayEdit) {
    return (
      <>
        <PageHeader title={title} />
        <Card flush>
          <EmptyState
            kind="no-permission"
            title="You can't change customers"
            action={
              <Button asChild>
                <Link to={paths.customers}>Go to customers</Link>
              </Button>
            }
          >
            Ask an administrator for permission to edit customers.
          </EmptyState>
        </Card>
      </>
    )
  }
  return (
    <ImportPageBody
      kind={customerImport}
      title={title}
      help="Each row adds a customer with their addresses, or updates the one with the same code. Empty cells are ignored."
      above={
        <Link key="customers" to={paths.customers}>
          Customers
        </Link>
      }
    />
  )
}
