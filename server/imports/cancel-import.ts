import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { type Import, type ImportKindName, whyImportNotCancelled } from '#shared/imports/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { getImport } from './import-rows.ts'

/** Asks the running attempt to stop after its batch; if none is running, ends the import at once. Imported rows stay. */
export async function cancelImport(work: Work, id: string, kind: ImportKindName): Promise<Import> {
  const found = await getImport(work.tx, id, kind)
  const why = whyImportNotCancelled(found)
  if (why) throw new Refusal('ALREADY_DONE', why, { details: { state: found.state } })
  const { rows } = await sql`select 1 from imports i join pgboss.job j on j.name = 'run-import' and j.id = i.job_id
    where i.id = ${id} and i.state in ('checking', 'running') and j.state = 'active'`.execute(work.tx)
  const isWorkedOn = rows.length > 0
  await work.tx
    .updateTable('imports')
    .set({
      cancel_requested: isWorkedOn,
      state: sql<string>`case when ${isWorkedOn} then state else 'cancelled' end`,
      finished_at: sql<string>`case when ${isWorkedOn} then finished_at else moment() end`,
    })
    .where('id', '=', id)
    .execute()
  work.audit('import.cancelled', 'import', id)
  return getImport(work.tx, id)
}
