import { ChangedLines } from './changed-lines/changed-lines.tsx'
import type { LastChange } from './form-refusal.ts'
import type { FieldChange, LatestStatus } from './latest-record.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Change } from '#web/ui/timeline.tsx'

type ConflictDialogProps = {
  open: boolean
  /** What was being edited: "product". */
  what: string
  /** Where "This product was changed meanwhile" doesn't say it. */
  title?: string
  /** What the other has changed, as far as it is known. */
  changes?: readonly FieldChange[]
  /** Who saved it, where the server could tell. */
  change?: LastChange | undefined
  /** What Overwrite does, where it is not to save the fields that were changed. */
  overwriting?: string | undefined
  /** Whether it is known what is saved now: the changes are put over that. */
  latestStatus?: LatestStatus | undefined
  /** Throws away what was typed and shows what is saved. */
  onReload: () => void
  /** Saves what was typed over it. */
  onOverwrite: () => void
  onClose: () => void
}

/** Somebody saved the same record first: whose version stands? */
export function ConflictDialog({
  open,
  what,
  title,
  changes = [],
  change,
  overwriting = 'Overwrite saves what you changed. The rest stays as it is saved now.',
  latestStatus,
  onReload,
  onOverwrite,
  onClose,
}: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title ?? `This ${what} was changed by someone else`}
      description={
        <>
          {change?.by ?? 'Someone'} saved {what === 'settings' ? 'them' : 'it'}{' '}
          {change ? <RelativeTime at={change.at} /> : 'after you opened it'}, so your changes were not saved.
        </>
      }
      size={changes.some(({ table }) => table) ? 'md' : 'sm'}
    >
      <DialogBody>
        {changes.length > 0 && <Changes changes={changes} />}
        <p className="text-pretty text-secondary">
          Reload to see the saved version and lose your changes. {overwriting}
        </p>
        {latestStatus?.state === 'failed' && <Notice tone="bad">The saved version could not be loaded.</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onReload}>Reload</Button>
        {latestStatus?.state === 'failed' ? (
          <Button onClick={latestStatus.retry}>Try again</Button>
        ) : (
          <Button variant="danger" busy={latestStatus?.state === 'loading'} onClick={onOverwrite}>
            Overwrite
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul aria-label="What was changed" className="flex flex-col gap-1.5 rounded-md bg-subtle p-3 text-table">
      {changes.map(({ field, was, is, isBoth, table }) => (
        <li key={field}>
          {was === undefined ? <p>{field}</p> : <Change field={field} from={was} to={is} />}
          {table && <ChangedLines field={field} table={table} />}
          {isBoth && <p className="text-warn text-xs">You changed it too. Overwrite saves yours.</p>}
        </li>
      ))}
    </ul>
  )
}
