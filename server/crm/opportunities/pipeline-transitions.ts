import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Writes down a step of a prospect or an opportunity; it is never changed. */
export async function recordPipelineTransition(
  work: Work,
  id: string,
  from: string | null,
  to: string,
  reason: string | null = null,
): Promise<void> {
  await sql`insert into pipeline_moves (subject_id, from_status, to_status, reason, actor_id, at)
    values (${id}, ${from}, ${to}, ${reason}, ${work.caller.userId}, ${work.now})`.execute(work.tx)
}
