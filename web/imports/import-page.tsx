import { Link } from 'react-router'
import { deliveryImport } from './delivery-import.tsx'
import { ImportPageBody } from './import-page-body.tsx'
import { paths } from '#web/paths.ts'

/** Imports a delivery history: upload, map the columns, check, run. The import's id is in the URL. */
export default function ImportPage() {
  return (
    <ImportPageBody
      kind={deliveryImport}
      title="Import deliveries"
      help="Creates suppliers, factories, products, customers and delivered orders from a file with one line per delivered product."
      above={
        <Link key="settings" to={paths.settings}>
          Settings
        </Link>
      }
    />
  )
}
