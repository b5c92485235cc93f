import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'

/** Restores a deleted estimate. Throws NOT_RESTORABLE if the estimate that it revises has another revision by now. */
export async function restoreEstimate(work: Work, id: string): Promise<void> {
  const { rows } = await sql<{ number: string; revised: string }>`select r.number, b.number as revised from estimates e
    join estimates b on b.id = e.revises_id
    join estimates r on r.revises_id = e.revises_id and r.deleted_at is null where e.id = ${id}`.execute(work.tx)
  const [other] = rows
  if (other)
    throw new Refusal('NOT_RESTORABLE', `${other.revised} has been revised as ${other.number}. Delete that first.`)
  await revive(work.tx, 'estimates', id)
}
