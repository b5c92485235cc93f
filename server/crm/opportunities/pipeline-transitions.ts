import type { Work } from '#server/kernel/work.ts'

/** Writes down a step of a prospect or an opportunity; it is never changed. */
export async function recordPipelineTransition(
  work: Work,
  id: string,
  from: string | null,
  to: string,
  reason: string | null = null,
): Promise<void> {
  await work.tx
    .insertInto('pipeline_moves')
    .values({ subject_id: id, from_status: from, to_status: to, reason, actor_id: work.caller.userId, at: work.now })
    .execute()
}
