import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import {
  type Import,
  type ImportCounts,
  type ImportKindName,
  type ImportProblem,
  type ImportStep,
  noCounts,
  maxShownProblems,
  maxShownSteps,
} from '#shared/imports/api.ts'
import { type AnyMapping, guessColumns } from '#shared/imports/columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import type { CsvOutline } from './csv-file.ts'
import type { ImportFile, ImportKind, Taken } from './import-kind.ts'

/** Files are kept so that refused rows can be fetched; of older imports only the audit log tells. */
const maxStoredImports = 50

const columns = sql`i.id, i.kind, i.file_name as "fileName", i.state, i.encoding, i.delimiter, i.columns, i.samples, i.mapping,
  i.progress, i.rows, i.good, i.known, i.bad, i.to_add as "toAdd", i.added, i.failure, u.name as "createdBy",
  i.created_at as "createdAt", i.finished_at as "finishedAt",
  i.state in ('checking', 'running') and not exists (select 1 from pgboss.job j
    where j.name = 'run-import' and j.id = i.job_id and j.state < 'completed') as interrupted`

type Row = Omit<Import, 'toAdd' | 'added'> & { toAdd: Partial<ImportCounts>; added: Partial<ImportCounts> }

const importOf = (row: Row): Import => ({
  ...row,
  toAdd: { ...noCounts, ...row.toAdd },
  added: { ...noCounts, ...row.added },
})

/** Throws NOT_FOUND, for an import of another kind, too. */
export async function getImport(db: Db | Tx, id: string, kind?: ImportKindName): Promise<Import> {
  const { rows } = await sql<Row>`select ${columns}, i.problems, i.steps
    from imports i join users u on u.id = i.created_by where i.id = ${id}`.execute(db)
  if (!rows[0] || (kind && rows[0].kind !== kind)) throw new Refusal('NOT_FOUND')
  return importOf(rows[0])
}

export async function listImports(db: Db, kind: ImportKindName): Promise<Import[]> {
  const { rows } = await sql<Row>`select ${columns}, '[]'::jsonb as problems, '[]'::jsonb as steps
    from imports i join users u on u.id = i.created_by where i.kind = ${kind} order by i.created_at desc, i.id desc limit 20`.execute(
    db,
  )
  return rows.map(importOf)
}

/** Throws NOT_FOUND. */
export async function getFile(db: Db, id: string): Promise<ImportFile> {
  const { rows } = await sql<ImportFile>`select file_name as "fileName", content, mapping from imports
    where id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Keeps a file that could be read; its columns are found by their names where they can be. */
export async function addImport(
  work: Work,
  kind: ImportKind,
  fileName: string,
  content: Buffer,
  file: CsvOutline,
): Promise<Import> {
  const id = newId()
  const mapping = JSON.stringify(guessColumns(kind.columns, file.columns))
  await sql`delete from imports where state not in ('checking', 'running') and id in (
    select id from imports where kind = ${kind.name} order by created_at desc, id desc offset ${maxStoredImports - 1})`.execute(
    work.tx,
  )
  await work.tx
    .insertInto('imports')
    .values({
      id,
      kind: kind.name,
      file_name: fileName,
      content,
      encoding: file.encoding,
      delimiter: file.delimiter,
      columns: file.columns,
      samples: file.samples,
      mapping,
      rows: file.rowCount,
      created_by: work.caller.userId,
      created_at: work.now,
    })
    .execute()
  work.audit('import.uploaded', 'import', id, { kind: kind.name, fileName, rows: file.rowCount, bytes: content.length })
  return getImport(work.tx, id)
}

/** One attempt at an import; an earlier one that was thought dead finds another `runId`. */
export interface ImportRun {
  id: string
  /** Null for whichever works on it. */
  runId: string | null
}

const byRun = ({ id, runId }: ImportRun) =>
  sql<boolean>`id = ${id} and run_id is not distinct from coalesce(${runId}, run_id)`

/** Sets an import to work. What it added before stays counted; everything else is found anew. */
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

/** Begins an attempt; null where nobody wants it any more. */
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

/** Throws ALREADY_DONE where it has gone on otherwise meanwhile. */
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

/** Writes how far it is; true when somebody wants it to stop. */
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

/** Writes what the reading of the file found. */
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

/** Counts a batch in, within its transaction: rows that somebody else brought meanwhile were known after all. */
export async function noteBatch(work: Work, run: ImportRun, asked: number, taken: Taken): Promise<boolean> {
  const { counts, problems = [] } = taken
  const bad = new Set(problems.map(({ row }) => row)).size
  const known = asked - taken.rows - bad
  const rows = await work.tx
    .updateTable('imports')
    .set({
      progress: sql<number>`progress + ${asked}`,
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
