import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import {
  type Import,
  type ImportCounts,
  type ImportKindName,
  type ImportProblem,
  type ImportStep,
  maxShownProblems,
  maxShownSteps,
} from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Taken } from './import-kind.ts'
import { getImport } from './import-rows.ts'

/** One attempt at an import; an attempt that was considered dead finds another `runId`. */
export interface ImportRun {
  id: string
  /** Null for any attempt. */
  runId: string | null
}

const byRun = ({ id, runId }: ImportRun) =>
  sql<boolean>`id = ${id} and run_id is not distinct from coalesce(${runId}, run_id)`

/** Starts an import. The counts of what it added before stay; all others are computed again. */
export async function beginWork(
  work: Work,
  id: string,
  start: { state: 'checking' | 'running'; mapping: AnyMapping; jobId: string | null },
): Promise<Import> {
  const { state, mapping, jobId } = start
  await work.tx
    .updateTable('imports')
    .set({
      state,
      mapping: JSON.stringify(mapping),
      progress: 0,
      good: 0,
      known: 0,
      bad: 0,
      problems: '[]',
      steps: '[]',
      to_add: '{}',
      cancel_requested: false,
      failure: null,
      finished_at: null,
      job_id: jobId,
    })
    .where('id', '=', id)
    .execute()
  work.audit(`import.${state}`, 'import', id)
  return getImport(work.tx, id)
}

/** Begins an attempt; null if the import was cancelled or taken over. */
export async function beginRun(
  db: Db,
  id: string,
  runId: string,
): Promise<(ImportRun & { kind: ImportKindName }) | null> {
  const rows = await db
    .updateTable('imports')
    .set({ run_id: runId, problems: '[]', steps: '[]' })
    .where('id', '=', id)
    .where('state', 'in', [sql.lit('checking'), sql.lit('running')])
    .returning('kind')
    .$narrowType<{ kind: ImportKindName }>()
    .execute()
  return rows[0] ? { id, runId, kind: rows[0].kind } : null
}

export async function isJobOf(tx: Tx, id: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from imports where id = ${id} and job_id = ${jobId} for update`.execute(tx)
  return rows.length > 0
}

/** Throws ALREADY_DONE if the import has changed meanwhile. */
export async function requeueImport(tx: Tx, id: string, action: 'check' | 'run'): Promise<void> {
  const rows = await tx
    .updateTable('imports')
    .set({
      state: action === 'check' ? 'checking' : 'running',
      failure: null,
      cancel_requested: false,
      finished_at: null,
    })
    .where('id', '=', id)
    .where('state', 'in', [sql.lit('failed'), sql.lit('cancelled')])
    .returning('id')
    .execute()
  if (rows.length === 0) throw new Refusal('ALREADY_DONE', 'This import has gone on since.')
}

/** Stores the progress; returns true if the import was cancelled. */
export async function noteProgress(db: Db | Tx, run: ImportRun, progress: number): Promise<boolean> {
  const rows = await db
    .updateTable('imports')
    .set({ progress })
    .where(byRun(run))
    .returning('cancel_requested as stop')
    .execute()
  return rows[0]?.stop ?? true
}

interface Noted {
  good: number
  known: number
  bad: number
  problems: readonly ImportProblem[]
  steps: readonly ImportStep[]
  progress: number
  toAdd: ImportCounts
}

/** Stores the findings of reading the file. */
export async function noteFindings(db: Db, run: ImportRun, found: Noted): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      good: found.good,
      known: found.known,
      bad: found.bad,
      problems: JSON.stringify(found.problems.slice(0, maxShownProblems)),
      progress: found.progress,
      steps: JSON.stringify(found.steps.slice(0, maxShownSteps)),
      to_add: JSON.stringify(found.toAdd),
    })
    .where(byRun(run))
    .execute()
}

/** Adds a batch to the counts, in its transaction: rows that other commands added meanwhile count as known. */
export async function noteBatch(work: Work, run: ImportRun, rowCount: number, taken: Taken): Promise<boolean> {
  const { counts, problems = [] } = taken
  const bad = new Set(problems.map(({ row }) => row)).size
  const known = rowCount - taken.rows - bad
  const rows = await work.tx
    .updateTable('imports')
    .set({
      progress: sql<number>`progress + ${rowCount}`,
      known: sql<number>`known + ${known}`,
      bad: sql<number>`bad + ${bad}`,
      good: sql<number>`good - ${known + bad}`,
      problems: sql<string>`case when jsonb_array_length(problems) < ${maxShownProblems} then problems || ${JSON.stringify(problems)}::jsonb
        else problems end`,
      added: sql<string>`(select jsonb_object_agg(name, count + coalesce((imports.added->>name)::bigint, 0))
        from jsonb_each_text(${JSON.stringify(counts)}::jsonb) as one(name, text), lateral (select text::bigint as count) as number)`,
    })
    .where(byRun(run))
    .returning('cancel_requested as stop')
    .execute()
  work.audit('import.batch', 'import', run.id, { ...counts })
  return rows[0]?.stop ?? true
}

export type Ending = { state: 'checked' | 'done' | 'cancelled' } | { state: 'failed'; failure: string }

export async function endWork(db: Db | Tx, run: ImportRun, ending: Ending): Promise<void> {
  const failure = ending.state === 'failed' ? ending.failure : null
  await db
    .updateTable('imports')
    .set({
      state: ending.state,
      failure,
      cancel_requested: false,
      finished_at: sql<string>`case when ${ending.state === 'checked'} then null else moment() end`,
    })
    .where(byRun(run))
    .where('state', 'in', [sql.lit('checking'), sql.lit('running')])
    .execute()
}
