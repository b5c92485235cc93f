import { type Import, whyImportNotCancelled } from '#shared/imports/api.ts'
import { useCancelImport, useCheckImport, useRunImport } from './import-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** The server's progress. It continues without this page, and can be stopped. */
export function WorkingStep({ found }: { found: Import }) {
  const cancel = useCancelImport()
  const isRun = found.state === 'running'
  const stop = !whyImportNotCancelled(found) && (
    <Button busy={cancel.isPending} onClick={() => cancel.submit({ params: { id: found.id } })}>
      {cancel.data ? 'Stopping after the current batch' : 'Cancel'}
    </Button>
  )
  if (found.interrupted) return <Interrupted found={found} stop={stop} />
  return (
    <Card title={`${isRun ? 'Importing' : 'Checking'} ${found.fileName}`}>
      <div className="flex flex-col gap-4">
        <ProgressBar
          label={`${found.progress.toLocaleString('en')} of ${found.rows.toLocaleString('en')} rows`}
          value={Math.min(100, Math.floor((found.progress / Math.max(found.rows, 1)) * 100))}
          showLabel
        />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-secondary text-table">
            {isRun
              ? 'You can leave this page. The import continues and is listed under all imports.'
              : 'The check changes nothing.'}
          </p>
          {stop}
        </div>
      </div>
    </Card>
  )
}

/** The server was stopped during a check or a run. Imported rows stay; a run continues after them. */
function Interrupted({ found, stop }: { found: Import; stop: React.ReactNode }) {
  const run = useRunImport()
  const check = useCheckImport({})
  const isRun = found.state === 'running'
  const params = { id: found.id }
  return (
    <Notice
      tone="warn"
      title={`The ${isRun ? 'import' : 'check'} was interrupted at ${found.progress.toLocaleString('en')} of ${found.rows.toLocaleString('en')} rows`}
      action={
        <>
          {stop}
          <Button
            variant="primary"
            busy={run.isPending || check.isPending}
            onClick={() => (isRun ? run.submit({ params }) : check.submit({ params, body: {} }))}
          >
            Continue
          </Button>
        </>
      }
    >
      The server was stopped. {isRun && 'Rows up to this point are imported. Continue to add the rest.'}
    </Notice>
  )
}
