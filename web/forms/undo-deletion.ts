import { toast } from 'sonner'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { showError } from '#web/api/toasts.ts'

/** How long the toast offers Undo. */
const undoMs = 10_000

type Deleted = {
  kind: DeletedKind
  id: string
  name: string
  /** Toast text after restoring, if more than “… restored”. */
  backWords?: string
}

/** Shows a toast with Undo after a deletion. The record's page may already be closed when Undo is pressed. */
export function offerUndo({ kind, id, name, backWords }: Deleted) {
  async function restore() {
    try {
      await call(deletedApi.restore, { params: { kind, id }, body: {} })
      toast.success(backWords ?? `${name} restored`)
    } catch (error) {
      if (error instanceof ApiError) showError(error)
    }
  }
  toast(`${name} deleted`, { duration: undoMs, action: { label: 'Undo', onClick: () => void restore() } })
}
