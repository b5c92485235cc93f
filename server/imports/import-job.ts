import { v7 as newId } from 'uuid'
import { noCounts } from '#shared/imports/api.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { isDatabaseAway, refusalOf } from '#server/db/database-refusals.ts'
import type { JobHandler, JobRun } from '#server/kernel/job-contract.ts'
import { JobFailed, JobInterrupted } from '#server/kernel/job-contract.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import type { ImportKind } from './import-kind.ts'
import {
  beginRun,
  endWork,
  type ImportRun,
  isJobOf,
  noteBatch,
  noteFindings,
  noteProgress,
  requeueImport,
} from './import-runs.ts'
import { getFile } from './import-rows.ts'
import { importCaller } from './import-caller.ts'

/** Thrown if the import was cancelled, or another attempt took it over. */
class Unwanted extends Error {}

const failure = 'The server failed. The error has been logged; imported rows are kept.'
const concurrency = 2

/** Checks and runs imports. An interrupted one reads its file again; rows that were imported add nothing. */
export function importJob(deps: CommandDeps, kinds: readonly ImportKind[]): JobHandler<'run-import'> {
  const { db } = deps.database
  return {
    concurrency,
    async run(job) {
      const { importId: id, action, userId } = job.data
      const run = await beginRun(db, id, newId())
      if (!run) return
      const kind = kinds.find(({ name }) => name === run.kind)
      if (!kind) throw new Error(`There is no import of ${run.kind}`)
      try {
        const attempt = { deps, kind, run, signal: job.signal }
        if (action === 'check') await check(attempt)
        else await takeIn(attempt, userId)
        await endWork(db, run, { state: action === 'check' ? 'checked' : 'done' })
      } catch (error) {
        await end(deps, run, job, error)
      }
    },
    async onAbandon(tx, { id: jobId, data: { importId: id } }, { isCancelled }) {
      // It may have been restarted since, by another job.
      if (await isJobOf(tx, id, jobId))
        await endWork(tx, { id, runId: null }, isCancelled ? { state: 'cancelled' } : { state: 'failed', failure })
    },
    onRunAgain: ({ tx }, { importId, action }) => requeueImport(tx, importId, action),
  }
}

async function end(deps: CommandDeps, run: ImportRun, job: JobRun<'run-import'>, error: unknown): Promise<void> {
  const { db } = deps.database
  if (error instanceof Unwanted) return endWork(db, run, { state: 'cancelled' })
  if (error instanceof JobInterrupted) throw error
  const refusal = refusalOf(error)
  if (isDatabaseAway(error) && !job.isLastAttempt) throw error
  await endWork(db, run, { state: 'failed', failure: refusal?.message ?? failure })
  if (!refusal) throw new JobFailed((error as Error).message, { cause: error })
}

interface Attempt {
  deps: CommandDeps
  kind: ImportKind
  run: ImportRun
  signal: AbortSignal
}

async function check({ deps, kind, run, signal }: Attempt): Promise<void> {
  const { db } = deps.database
  let last = 0
  const found = await kind.examine(db, await getFile(db, run.id), async (rows) => {
    if (signal.aborted) throw new JobInterrupted()
    // At most five times a second.
    if (performance.now() - last < 200) return
    last = performance.now()
    if (await noteProgress(db, run, rows)) throw new Unwanted()
  })
  const progress = found.good + found.known + found.bad
  await noteFindings(db, run, { ...found, progress, toAdd: await found.toAdd() })
}

async function takeIn({ deps, kind, run, signal }: Attempt, userId: string): Promise<void> {
  const { db } = deps.database
  await importCaller(db, userId, kind)
  const found = await kind.examine(db, await getFile(db, run.id))
  await noteFindings(db, run, { ...found, steps: [], progress: found.known + found.bad, toAdd: noCounts })
  for (const batch of found.batches()) {
    if (signal.aborted) throw new JobInterrupted()
    // The user may lose the right while it runs.
    const caller = await importCaller(db, userId, kind)
    const stop = await writeImport(deps, caller, async (work) =>
      noteBatch(work, run, batch.rows, await batch.takeIn(work)),
    )
    if (stop) throw new Unwanted()
  }
}

/** Runs a command for an import on behalf of its user, in its own transaction. */
export async function writeImport<T>(deps: CommandDeps, caller: Caller, act: (work: Work) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await command(
    deps,
    { caller, route: 'import', status: 200 },
    async (work) => {
      result = { value: await act(work) }
    },
    () => '',
  )
  if (!result) throw new Error('The transaction ended without a result')
  return result.value
}
