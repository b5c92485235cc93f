import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { Serve } from '#server/http/serve.ts'
import { listDeleted, listDeleters } from './list-deleted.ts'
import { purgeDeleted, restoreDeleted } from './restore-deleted.ts'

export function serveDeleted({ read, write }: Serve): void {
  read(deletedApi.listDeleted, ({ db, query, caller }) => listDeleted(db, caller, query))
  read(deletedApi.listDeleters, async ({ db, caller }) => ({ data: await listDeleters(db, caller) }))
  write(deletedApi.restore, async (work, { params, body }) => ({
    restored: await restoreDeleted(work, params.kind, params.id, body),
  }))
  write(deletedApi.purge, (work, { params }) => purgeDeleted(work, params.kind, params.id))
}
