import type { Import } from '#shared/imports/api.ts'
import { useRunImport } from './import-actions.ts'
import { useImportKind } from './import-kind.tsx'
import { ImportCountList } from './import-counts.tsx'
import { MissingNames } from './missing-names.tsx'
import { ProblemList } from './problem-list.tsx'
import { StepList } from './step-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The result of the check: what the import would add, and its problems; nothing is imported yet. */
export function CheckStep({ found, onColumns }: { found: Import; onColumns: () => void }) {
  const run = useRunImport()
  const note = useImportKind().note?.(found)
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  return (
    <>
      <Card title={found.fileName} help="Check finished. Nothing has been changed yet.">
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          <Figure label="Rows" value={found.rows.toLocaleString('en')} />
          <Figure label="Can be imported" value={found.good.toLocaleString('en')} />
          <Figure label="Already exists" value={found.known.toLocaleString('en')} />
          <Figure label="With a problem" value={found.bad.toLocaleString('en')} />
        </div>
      </Card>
      {found.good > 0 ? (
        <Card title="Preview">
          <ImportCountList counts={found.toAdd} />
          {note && <p className="mt-4 text-secondary text-table">{note}</p>}
        </Card>
      ) : (
        <Notice tone={found.bad > 0 ? 'warn' : 'info'} title="There is nothing to import">
          {found.bad > 0 ? 'Every new row has a problem.' : 'Every row of this file already exists.'}
        </Notice>
      )}
      <MissingNames found={found} />
      <ProblemList found={found} />
      <StepList found={found} />
      <SaveBar>
        <Button onClick={onColumns}>Change columns</Button>
        {found.good > 0 && (
          <Button variant="primary" busy={run.isPending} onClick={() => run.submit({ params: { id: found.id } })}>
            Import {rows(found.good)}
          </Button>
        )}
      </SaveBar>
    </>
  )
}
