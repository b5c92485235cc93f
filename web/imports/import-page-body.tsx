import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportFlow } from './import-flow.tsx'
import { ImportKindProvider, type ImportKindView } from './import-kind.tsx'
import { ImportSteps } from './import-steps.tsx'
import { UploadStep } from './upload-step.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type ImportPageBodyProps = {
  kind: ImportKindView
  title: string
  help: string
  /** A link to the parent page. */
  above: ReactElement
}

/** The page of one kind of import: the upload, or an import at its step. */
export function ImportPageBody({ kind, title, help, above }: ImportPageBodyProps) {
  const [params] = useSearchParams()
  const id = params.get('import')
  const all = (
    <Link key="imports" to={kind.path}>
      All imports
    </Link>
  )
  return (
    <ImportKindProvider value={kind}>
      <div className="flex w-full max-w-260 flex-col gap-6">
        <PageHeader title={title} help={help} breadcrumbs={<Breadcrumbs>{id ? [above, all] : [above]}</Breadcrumbs>} />
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
    </ImportKindProvider>
  )
}
