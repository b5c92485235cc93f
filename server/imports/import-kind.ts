import type { ImportCalls, ImportCounts, ImportKindName, ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping, ColumnSet } from '#shared/imports/columns.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

/** A kind of import: its columns, how a file is checked, and how its rows are imported. */
export interface ImportKind {
  name: ImportKindName
  calls: ImportCalls
  columns: ColumnSet
  /** Values for a row of the template. */
  example: Readonly<Record<string, string>>
  template: string
  /** Reads and checks a whole file without changing anything. Throws INVALID if it can't be read. */
  examine(db: Db, file: ImportFile, onProgress?: (rows: number) => Promise<void>): Promise<Findings>
}

export interface ImportFile {
  fileName: string
  content: Buffer
  mapping: AnyMapping
}

/** What a file would import, checked by itself and against the database. */
export interface Findings {
  /** The numbers of rows to import, of known rows, and of rows with problems (each may have several). */
  good: number
  known: number
  bad: number
  problems: ImportProblem[]
  steps: readonly ImportStep[]
  /** What the valid rows would add. */
  toAdd(): Promise<ImportCounts>
  batches(): Iterable<Batch>
}

/** Rows that are imported in one transaction. */
interface Batch {
  rows: number
  takeIn(work: Work): Promise<Taken>
}

export interface Taken {
  counts: ImportCounts
  /** The number of imported rows of the batch; the others had been added by another command meanwhile. */
  rows: number
  /** Rows that can't be imported any more. */
  problems?: readonly ImportProblem[]
}
