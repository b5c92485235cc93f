import { Link } from 'react-router'
import type { Right } from '#shared/http/route.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ImportPageBody } from './import-page-body.tsx'
import type { ImportKindView } from './import-kind.tsx'

interface Props {
  kind: ImportKindView
  right: Right
  /** "customers" */
  records: string
  help: string
  /** The list of these records, with its name: "Customers". */
  list: { to: string; name: string }
}

/** Adds and updates records from a file: upload, map the columns, check, run. The import's id is in the URL. */
export function RecordImportPage({ kind, right, records, help, list }: Props) {
  const mayEdit = useCan(right)
  const title = `Import ${records}`
  if (!mayEdit) {
    return (
      <>
        <PageHeader title={title} />
        <Card flush>
          <EmptyState
            kind="no-permission"
            title={`You can't change ${records}`}
            action={
              <Button asChild>
                <Link to={list.to}>Go to {list.name.toLowerCase()}</Link>
              </Button>
            }
          >
            Ask an administrator for permission to edit {records}.
          </EmptyState>
        </Card>
      </>
    )
  }
  return (
    <ImportPageBody
      kind={kind}
      title={title}
      help={help}
      above={
        <Link key="list" to={list.to}>
          {list.name}
        </Link>
      }
    />
  )
}
