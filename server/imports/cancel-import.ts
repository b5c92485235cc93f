import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Import, ImportKindName } from '#shared/imports/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { getImport } from './import-rows.ts'

/** Asks whoever works on it to stop after the batch; ends it at once where nobody does. What was taken in stays. */
export async function cancelImport(work: Work, id: string, kind: ImportKindName): Promise<Import> {
  const found = await getImport(work.tx, id, kind)
  if (found.state === 'done' || found.state === 'cancelled') {
    throw new Refusal('MOVE_NOT_OPEN', `This import is ${found.state} already.`, { details: { state: found.state } })
  }
  const isWorkedOn = (found.state === 'checking' || found.state === 'running') && !found.interrupted
  await sql`update imports set cancel_requested = ${isWorkedOn},
      state = case when ${isWorkedOn} then state else 'cancelled' end,
      finished_at = case when ${isWorkedOn} then finished_at else now() end where id = ${id}`.execute(work.tx)
  work.audit('import.cancelled', 'import', id)
  return getImport(work.tx, id)
}
