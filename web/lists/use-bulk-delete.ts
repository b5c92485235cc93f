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

/** Deletes the selected rows, each by its own call, and offers those that are gone back. */
export function useBulkDelete(bulk: ReturnType<typeof useBulk>, many: string) {
  const restore = (kind: DeletedKind, rows: readonly BulkRow[]) =>
    void bulk.start({
      label: `Restore ${many}`,
      rows,
      act: ({ id }, key) =>
        call(deletedApi.restore, { params: { kind, id }, body: {} }, { quiet: true, idempotencyKey: key }),
      onFinished: ({ done }) => done.length > 0 && toast.success(`${done.length.toLocaleString()} ${many} back`),
    })
  return ({ label, kind, rows, act, onFinished }: Deletion) =>
    void bulk.start({
      label: `${label} ${many}`,
      rows,
      act,
      onFinished: ({ done }) => {
        onFinished()
        if (done.length === 0) return
        toast(`${done.length.toLocaleString()} ${many} deleted`, {
          duration: undoMs,
          action: { label: 'Undo', onClick: () => restore(kind, done) },
        })
      },
    })
}
