import { Link } from 'react-router'
import type { Import } from '#shared/imports/api.ts'
import { useCheckImport, useRunImport } from './import-actions.ts'
import { useImportKind } from './import-kind.tsx'
import { ImportCountList } from './import-counts.tsx'
import { ProblemList } from './problem-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The result of the import, with links to the records. */
export function ResultStep({ found, onColumns }: { found: Import; onColumns: () => void }) {
  const { path, taken } = useImportKind()
  return (
    <>
      <Outcome found={found} onColumns={onColumns} />
      {(found.state === 'done' || taken(found.added) > 0) && (
        <Card
          title="Result"
          help={found.fileName}
          action={
            <Button asChild size="sm">
              <Link to={path}>Import another file</Link>
            </Button>
          }
        >
          <ImportCountList counts={found.added} linked />
        </Card>
      )}
      <ProblemList found={found} />
    </>
  )
}

function Outcome({ found, onColumns }: { found: Import; onColumns: () => void }) {
  const { state, known, bad, failure } = found
  const { taken, goTo } = useImportKind()
  const added = taken(found.added)
  const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
  if (state === 'done') {
    return (
      <Notice
        tone={bad > 0 ? 'warn' : 'good'}
        title={added > 0 ? `${count(added)} imported` : 'Nothing new in this file'}
        action={
          added > 0 && (
            <Button asChild>
              <Link to={goTo.path}>{goTo.label}</Link>
            </Button>
          )
        }
      >
        {[
          known > 0 && added === 0 && `${count(known)} already existed`,
          bad > 0 && `${count(bad)} with a problem ${bad === 1 ? 'was' : 'were'} skipped`,
        ]
          .filter(Boolean)
          .join('; ')}
      </Notice>
    )
  }
  const title = state === 'failed' ? 'The import failed' : 'The import was cancelled'
  const importedText = added > 0 ? ` ${count(added)} were imported before and are kept.` : ' Nothing was added.'
  return (
    <Notice
      tone={state === 'failed' ? 'bad' : 'warn'}
      title={title}
      action={<Again found={found} onColumns={onColumns} />}
    >
      {failure}
      {importedText}
    </Notice>
  )
}

/** Continues with the remaining rows if some were imported; else checks the file again. */
function Again({ found, onColumns }: { found: Import; onColumns: () => void }) {
  const run = useRunImport()
  const { taken } = useImportKind()
  const check = useCheckImport({ errors: 'page', onError: onColumns })
  const params = { id: found.id }
  if (taken(found.added) > 0) {
    return (
      <Button variant="primary" busy={run.isPending} onClick={() => run.submit({ params })}>
        Continue
      </Button>
    )
  }
  return (
    <Button busy={check.isPending} onClick={() => check.submit({ params, body: {} })}>
      Check again
    </Button>
  )
}
