import type { BulkRun } from './use-bulk-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type BulkResultProps = { run: BulkRun; retry: () => void; close: () => void }

/** Progress of a bulk action. If rows were refused, it stays open and lists each with its reason. */
export function BulkResult({ run, retry, close }: BulkResultProps) {
  const { label, total, done, failed, isRunning } = run
  if (!isRunning && failed.length === 0) return null
  const result = `${done.length.toLocaleString()} done, ${failed.length.toLocaleString()} failed`
  return (
    <Dialog open size="sm" title={label} onOpenChange={(open) => !open && !isRunning && close()}>
      <DialogBody>
        {isRunning ? (
          <ProgressBar label={label} value={done.length + failed.length} max={total} showLabel />
        ) : (
          <p role="status" className="font-medium">
            {result}
          </p>
        )}
        {failed.length > 0 && (
          <ul aria-label="Failed" className="flex max-h-72 flex-col gap-2 overflow-y-auto">
            {failed.map(({ row, reason }) => (
              <li key={row.id} className="flex flex-col">
                <span className="truncate font-medium">{row.name}</span>
                <span className="text-bad text-table">{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      {!isRunning && (
        <DialogFooter>
          <Button onClick={close}>Close</Button>
          <Button variant="primary" onClick={retry}>
            Try the failed ones again
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  )
}
