import type { QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { showError } from '#web/api/toasts.ts'

/** How long what was deleted can be brought back by one press. */
const undoMs = 10_000

type Deleted = {
  kind: DeletedKind
  id: string
  name: string
  /** The GETs that show it, or no longer show it. */
  shownBy: readonly { readonly path: string }[]
  /** What is said when it is back, where that isn't all. */
  backWords?: string
}

/** Tells that something was deleted, with Undo. The page it was on may be gone when Undo is pressed. */
export function offerUndo(client: QueryClient, { kind, id, name, shownBy, backWords }: Deleted) {
  async function restore() {
    try {
      await call(deletedApi.restore, { params: { kind, id }, body: {} })
      for (const { path } of [...shownBy, deletedApi.listDeleted]) void client.invalidateQueries({ queryKey: [path] })
      toast.success(backWords ?? `${name} restored`)
    } catch (error) {
      if (error instanceof ApiError) showError(error)
    }
  }
  void client.invalidateQueries({ queryKey: [deletedApi.listDeleted.path] })
  toast(`${name} deleted`, { duration: undoMs, action: { label: 'Undo', onClick: () => void restore() } })
}
