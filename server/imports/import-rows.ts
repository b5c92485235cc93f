import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { type Import, type ImportCounts, type ImportKindName, noCounts } from '#shared/imports/api.ts'
import { guessColumns } from '#shared/imports/columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import type { CsvOutline } from './csv-file.ts'
import type { ImportFile, ImportKind } from './import-kind.ts'

/** Files are stored so that refused rows can be downloaded; older imports are only in the audit log. */
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

/** Throws NOT_FOUND, also for an import of another kind. */
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

/** Stores a readable file; columns are mapped by their names as far as possible. */
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
