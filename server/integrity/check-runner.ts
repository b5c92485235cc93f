import { sql } from 'kysely'
import type { IntegrityRun, IntegrityCheck } from '#shared/reports/integrity-api.ts'
import type { Database } from '#server/db/database.ts'
import { requestRun } from './integrity-runs.ts'
import { allPassed, runChecks, ChecksStopped } from './run-checks.ts'

interface Deps {
  database: Database
  clock: () => Date
  timeZone: () => string
  files: { all(): Promise<ReadonlyMap<string, number>> }
  /** Told of failures that are our own fault. */
  onCrash: (error: unknown) => void
}

/** Makes the proofs that are wanted, in the background of one process; of several processes one makes each. */
export class CheckRunner {
  readonly #deps: Deps
  #isStopped = false
  #running: Promise<void> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Looks for a proof to make and begins with it; it does not wait for its end. */
  async look(): Promise<void> {
    if (this.#running || this.#isStopped) return
    await this.#wantNightly()
    const { database, clock } = this.#deps
    const { rows } = await sql<{ id: string }>`update proofs set taken_at = ${clock()}
      where state = 'running' and taken_at is null returning id`.execute(database.db)
    const id = rows[0]?.id
    if (!id) return
    this.#running = this.#make(id).finally(() => {
      this.#running = null
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Once a day of the company, at two o'clock or as soon after as a server runs. */
  async #wantNightly(): Promise<void> {
    const { database, clock, timeZone } = this.#deps
    const now = clock()
    const { rows } = await sql<{ due: boolean }>`select not exists (select 1 from proofs where started_by is null
        and started_at >= ((date_trunc('day', ${now}::timestamptz at time zone ${timeZone()} - interval '2 hours')
          + interval '2 hours') at time zone ${timeZone()})) as due`.execute(database.db)
    if (rows[0]?.due) await requestRun(database.db, null, now)
  }

  async #make(id: string): Promise<void> {
    const { database, clock, files, onCrash } = this.#deps
    const checks: IntegrityCheck[] = []
    const note = (state: IntegrityRun['state'], failure: string | null = null) =>
      sql`update proofs set checks = ${JSON.stringify(checks)}, state = ${state}, failure = ${failure},
        ended_at = ${state === 'running' ? null : clock()} where id = ${id} and state = 'running'`.execute(database.db)
    try {
      await runChecks(database, {
        files,
        isStopped: () => this.#isStopped,
        onCheck: async (check) => {
          checks.push(check)
          await note('running')
        },
      })
      await note(allPassed(checks) ? 'green' : 'red')
    } catch (error) {
      if (!(error instanceof ChecksStopped)) onCrash(error)
      const words = error instanceof ChecksStopped ? error.message : 'It could not be finished; the log says why.'
      await note('failed', words).catch(onCrash)
    }
  }
}
