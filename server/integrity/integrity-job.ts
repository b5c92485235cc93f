import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { IntegrityRun, IntegrityCheck } from '#shared/reports/integrity-api.ts'
import type { Database } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import { JobFailed, type JobHandler, JobInterrupted } from '#server/kernel/job-contract.ts'
import { requestRun } from './integrity-runs.ts'
import { allPassed, runChecks } from './run-checks.ts'

interface Deps {
  database: Database
  replica: Replica
  clock: () => Date
  timeZone: () => string
  files: { all(): Promise<ReadonlyMap<string, number>> }
}

const failure = 'The check could not be finished. See the server log.'

/** Runs queued integrity checks. An interrupted one starts over. */
export function proofJob(deps: Deps): JobHandler<'check-integrity'> {
  const { database, replica, clock, files } = deps
  const { db } = database
  return {
    async run({ data: { proofId }, signal }) {
      const runId = newId()
      const rows = await db
        .updateTable('proofs')
        .set({ run_id: runId, checks: '[]' })
        .where('id', '=', proofId)
        .where('state', '=', sql.lit('running'))
        .returning('id')
        .execute()
      if (rows.length === 0) return
      const checks: IntegrityCheck[] = []
      const note = (state: IntegrityRun['state'], why: string | null = null) =>
        db
          .updateTable('proofs')
          .set({ checks: JSON.stringify(checks), state, failure: why, ended_at: state === 'running' ? null : clock() })
          .where('id', '=', proofId)
          .where('run_id', '=', runId)
          .where('state', '=', sql.lit('running'))
          .execute()
      try {
        await replica.read((from) => {
          checks.length = 0
          return runChecks(
            { db: from },
            {
              files,
              beforeCheck: () => {
                if (signal.aborted) throw new JobInterrupted()
              },
              onCheck: async (check) => {
                checks.push(check)
                await note('running')
              },
            },
          )
        })
      } catch (error) {
        if (error instanceof JobInterrupted) throw error
        await note('failed', failure)
        throw new JobFailed((error as Error).message, { cause: error })
      }
      await note(allPassed(checks) ? 'green' : 'red')
    },
    async missing() {
      const { rows } = await sql<{ id: string }>`select id from proofs where state = 'running'`.execute(db)
      return rows.map(({ id }) => ({ id, data: { proofId: id } }))
    },
    async onAbandon(tx, { data: { proofId } }, { why, isCancelled }) {
      await tx
        .updateTable('proofs')
        .set({ state: 'failed', ended_at: clock(), failure: isCancelled ? why : failure })
        .where('id', '=', proofId)
        .where('state', '=', sql.lit('running'))
        .execute()
    },
    async onRunAgain({ tx }, { proofId }) {
      const rows = await tx
        .updateTable('proofs')
        .set({ state: 'running', ended_at: null, failure: null, checks: '[]' })
        .where('id', '=', proofId)
        .where('state', '=', sql.lit('failed'))
        .where(sql<boolean>`not exists (select 1 from proofs where state = 'running')`)
        .returning('id')
        .execute()
      if (rows.length === 0) throw new Refusal('ALREADY_RUNNING', 'Another check runs, or this one was made since.')
    },
  }
}

/** Queues one check a day, at two o'clock in the company's time zone, or later once a server runs. */
export function proofPlan({ database, clock, timeZone }: Omit<Deps, 'replica'>): JobHandler<'plan-integrity-check'> {
  return {
    async run() {
      const now = clock()
      const { rows } = await sql<{ due: boolean }>`select not exists (select 1 from proofs where started_by is null
          and started_at >= ((date_trunc('day', ${now}::timestamptz at time zone ${timeZone()} - interval '2 hours')
            + interval '2 hours') at time zone ${timeZone()})) as due`.execute(database.db)
      if (rows[0]?.due) await database.transaction((tx) => requestRun(tx, null, now))
    },
  }
}
