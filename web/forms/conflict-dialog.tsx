import { ChangedLines } from './changed-lines/changed-lines.tsx'
import type { LastChange } from './form-refusal.ts'
import type { FieldChange, LatestStatus } from './latest-record.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Change } from '#web/ui/timeline.tsx'

/** The label of the button that saves what was typed, and a sentence on what it does. */
export type OverwriteWords = { label: string; does: string }

const overwriteWords: OverwriteWords = {
  label: 'Overwrite',
  does: 'Overwrite saves what you changed. The rest stays as it is saved now.',
}

type ConflictDialogProps = {
  open: boolean
  /** The record's type in one word: "product". */
  what: string
  /** Replaces the default title, "This product was changed meanwhile". */
  title?: string
  /** What the other user changed, as far as known. */
  changes?: readonly FieldChange[]
  /** Who saved it and when, if the server knows. */
  change?: LastChange | undefined
  /** Default: saves the fields that this user has changed. */
  overwrite?: OverwriteWords | undefined
  /** Whether the saved version is loaded, so that this user's changes can be applied to it. */
  latestStatus?: LatestStatus | undefined
  /** Discards what was typed and shows the saved record. */
  onReload: () => void
  /** Saves what was typed over the other user's version. */
  onOverwrite: () => void
  onClose: () => void
}

/** Version conflict: someone else saved the record first. Asks whether to reload or overwrite. */
export function ConflictDialog({
  open,
  what,
  title,
  changes = [],
  change,
  overwrite = overwriteWords,
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
          Reload to see the saved version and lose your changes. {overwrite.does}
        </p>
        {latestStatus?.state === 'failed' && <Notice tone="bad">The saved version could not be loaded.</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onReload}>Reload</Button>
        {latestStatus?.state === 'failed' ? (
          <Button onClick={latestStatus.retry}>Try again</Button>
        ) : (
          <Button variant="danger" busy={latestStatus?.state === 'loading'} onClick={onOverwrite}>
            {overwrite.label}
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
