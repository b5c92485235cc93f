import { toast } from 'sonner'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import type { BulkRow, useBulk } from './use-bulk-action.ts'
import { call } from '#web/api/client.ts'

type Deletion = {
  label: string
  kind: DeletedKind
  rows: readonly BulkRow[]
  act: (row: BulkRow, key: string) => Promise<unknown>
  onFinished: () => void
}
const undoMs = 10_000

type Names = { many: string; counted: (count: number) => string }

/** Deletes the selected rows with one call each; when the result is closed, offers to restore the deleted ones. */
export function useBulkDelete(bulk: ReturnType<typeof useBulk>, { many, counted }: Names) {
  const restore = (kind: DeletedKind, rows: readonly BulkRow[]) =>
    void bulk.start({
      label: `Restore ${many}`,
      rows,
      act: ({ id }, key) =>
        call(deletedApi.restore, { params: { kind, id }, body: {} }, { quiet: true, idempotencyKey: key }),
      onFinished: ({ done }) => done.length > 0 && toast.success(`${counted(done.length)} restored`),
    })
  return ({ label, kind, rows, act, onFinished }: Deletion) => {
    const deleted: BulkRow[] = []
    void bulk.start({
      label: `${label} ${many}`,
      rows,
      act,
      onFinished: ({ done }) => {
        onFinished()
        deleted.push(...done)
      },
      onClosed: () => {
        if (deleted.length === 0) return
        toast(`${counted(deleted.length)} deleted`, {
          duration: undoMs,
          action: { label: 'Undo', onClick: () => restore(kind, deleted) },
        })
      },
    })
  }
}
