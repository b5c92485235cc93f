import { Link, useSearchParams } from 'react-router'
import { EarlierImports } from '#web/imports/earlier-imports.tsx'
import { ImportFlow } from '#web/imports/import-flow.tsx'
import { ImportSteps } from '#web/imports/import-steps.tsx'
import { UploadStep } from '#web/imports/upload-step.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

/** Brings a delivery history in: upload, name the columns, check without effect, run. The import is in the address. */
export default function ImportPage() {
  const [params] = useSearchParams()
  const id = params.get('import')
  return (
    <div className="flex w-full max-w-260 flex-col gap-6">
      <PageHeader
        title="Import deliveries"
        help="A CSV file with one line a delivered product becomes suppliers, factories, products, customers and delivered orders."
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="settings" to={paths.settings}>
                Settings
              </Link>,
              ...(id
                ? [
                    <Link key="imports" to={paths.imports}>
                      All imports
                    </Link>,
                  ]
                : []),
            ]}
          </Breadcrumbs>
        }
      />
      {id ? (
        <ImportFlow key={id} id={id} />
      ) : (
        <>
          <ImportSteps current="upload" />
          <UploadStep />
          <EarlierImports />
        </>
      )}
    </div>
  )
}
