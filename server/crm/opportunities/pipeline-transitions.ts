import { type RawBuilder, sql } from 'kysely'
import { listedChanges } from '#server/crm/partners/field-changes.ts'
import { utc } from '#server/db/timestamps.ts'
import type { Work } from '#server/kernel/work.ts'

/** Records a transition of a prospect or an opportunity; records are never changed. */
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

const maxSteps = 200

/** The history of a prospect or an opportunity, the latest first: its transitions and the edits of its fields; `id` is a SQL fragment. */
export const stepsOf = (entity: 'prospect' | 'opportunity', id: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('at', ${utc(sql`s.at`)}, 'actor', u.name, 'from', s.from_status, 'to', s.to_status,
    'reason', s.reason, 'changes', ${listedChanges(sql`s.changes`)}) order by s.at desc, s.id desc)
  from (select * from (
      select m.id, m.at, m.actor_id, m.from_status, m.to_status, m.reason, null::jsonb as changes
      from pipeline_moves m where m.subject_id = ${id}
      union all select l.id, l.at, l.actor_id, null, null, null, l.details->'changes' from audit_log l
      where l.entity = ${entity} and l.entity_id = ${id} and l.details->'changes' <> '{}'::jsonb) every
    order by at desc, id desc limit ${maxSteps}) s
  left join users u on u.id = s.actor_id), '[]'::json)`
