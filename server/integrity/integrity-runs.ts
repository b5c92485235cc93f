import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { IntegrityRun, integrityApi } from '#shared/reports/integrity-api.ts'
import type { Db } from '#server/db/database.ts'
import { listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import type { Work } from '#server/kernel/work.ts'
import { integrityChecks } from './integrity-checks.ts'

type Query = Asked<(typeof integrityApi.listProofs)['spec']>['query']

const columns = sql`p.id, p.state, u.name as "startedBy", p.started_at as "startedAt", p.ended_at as "endedAt", p.checks,
  p.total, p.failure`
const from = sql`proofs p left join users u on u.id = p.started_by`

export async function listRuns(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const listed = await listPage<IntegrityRun>(
    db,
    { columns, from, where: [], sort: { by: sql`p.started_at`, type: 'timestamptz', descending }, id: sql`p.id` },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Throws NOT_FOUND. */
export async function getRun(db: Db, id: string): Promise<IntegrityRun> {
  const { rows } = await sql<IntegrityRun>`select ${columns} from ${from} where p.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** A lock that whoever makes a proof holds until its end, however that comes. */
export const integrityLock = 7_263_515

/** Notes that a proof is wanted; null while another one runs. `by`: null for the nightly one. */
export async function requestRun(db: Db, by: string | null, now: Date): Promise<string | null> {
  // One that was begun and that nobody works on any more was cut off.
  await sql`update proofs set state = 'failed', ended_at = ${now}, failure = 'It was cut off.'
    where state = 'running' and taken_at < ${now}::timestamptz - interval '1 minute'
      and pg_try_advisory_xact_lock(${integrityLock})`.execute(db)
  const id = newId()
  const { rows } = await sql`insert into proofs (id, started_by, started_at, state, total)
    values (${id}, ${by}, ${now}, 'running', ${integrityChecks.length})
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0 ? id : null
}

/** Throws MOVE_NOT_OPEN while one runs. */
export async function beginRun(work: Work): Promise<string> {
  const id = await requestRun(work.tx, work.caller.userId, work.now)
  if (!id) throw new Refusal('MOVE_NOT_OPEN', 'A proof is running already.')
  work.audit('proof.started', 'proof', id)
  return id
}
