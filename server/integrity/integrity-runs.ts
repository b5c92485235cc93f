import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { IntegrityRun, integrityApi } from '#shared/reports/integrity-api.ts'
import { listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Work } from '#server/kernel/work.ts'
import { integrityChecks } from './integrity-checks.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { queueJob } from '#server/kernel/queue-job.ts'

type Query = RequestOf<(typeof integrityApi.listProofs)['spec']>['query']

const columns = selection<IntegrityRun, { u: 'users'; p: 'proofs' }>({
  id: 'p.id',
  state: 'p.state',
  startedBy: 'u.name',
  startedAt: 'p.started_at',
  endedAt: 'p.ended_at',
  checks: 'p.checks',
  total: 'p.total',
  failure: 'p.failure',
})
const from = sql`proofs p left join users u on u.id = p.started_by`

export async function listRuns(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const listed = await listPage(
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

/** Queues a check; null while another one is queued or running. `by`: null for the nightly one. */
export async function requestRun(db: Db | Tx, by: string | null, now: Date): Promise<string | null> {
  const id = newId()
  const rows = await db
    .insertInto('proofs')
    .values({ id, started_by: by, started_at: now, state: 'running', total: integrityChecks.length })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .execute()
  if (rows.length === 0) return null
  await queueJob(db, 'check-integrity', { proofId: id }, { id })
  return id
}

/** Throws ALREADY_RUNNING while another check is queued or running. */
export async function beginRun(work: Work): Promise<string> {
  const id = await requestRun(work.tx, work.caller.userId, work.now)
  if (!id) throw new Refusal('ALREADY_RUNNING', 'A check is already running.')
  work.audit('proof.started', 'proof', id)
  return id
}
