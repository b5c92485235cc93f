import { paths } from '#web/paths.ts'
import { customerImport } from './customer-import.tsx'
import { RecordImportPage } from './record-import-page.tsx'

export default function CustomerImportPage() {
  return (
    <RecordImportPage
      kind={customerImport}
      right="crm.edit"
      records="customers"
      help="Each row adds a customer with their addresses, or updates the one with the same code. Empty cells are ignored."
      list={{ to: paths.customers, name: 'Customers' }}
    />
  )
}
