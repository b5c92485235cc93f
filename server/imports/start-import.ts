import { isImportRunning } from '#shared/imports/api.ts'
import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Import, ImportState } from '#shared/imports/api.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import type { ImportKind } from './import-kind.ts'
import { getImport } from './import-rows.ts'
import { beginWork } from './import-runs.ts'
import { changeMapping } from './mapping.ts'

export type ImportAction = 'check' | 'run'
const startsFrom: Record<ImportAction, readonly ImportState[]> = {
  check: ['uploaded', 'checking', 'checked', 'failed', 'cancelled'],
  run: ['checked', 'running', 'done', 'failed', 'cancelled'],
}

/**
 * Queues a check or a run of an import. Throws ALREADY_RUNNING while one is queued or running, or if the file must be checked
 * first, INVALID for an invalid mapping.
 */
export async function startImport(
  work: Work,
  kind: ImportKind,
  action: ImportAction,
  id: string,
  chosen: Readonly<Record<string, string>> = {},
): Promise<Import> {
  await sql`select 1 from imports where id = ${id} for update`.execute(work.tx)
  const before = await getImport(work.tx, id, kind.name)
  if (isImportRunning(before))
    throw new Refusal('ALREADY_RUNNING', 'This import is running. Wait until it finishes or cancel it.')
  if (!startsFrom[action].includes(before.state)) {
    throw new Refusal(
      'NOT_READY',
      action === 'run'
        ? 'Check the file first.'
        : 'This import has already started. Continue it or upload the file again.',
      { details: { state: before.state } },
    )
  }
  const mapping = changeMapping(kind.columns, before.mapping, chosen, before.columns)
  const jobId = await queueJob(work.tx, 'run-import', { importId: id, action, userId: work.caller.userId })
  return beginWork(work, id, { state: action === 'check' ? 'checking' : 'running', mapping, jobId })
}
