import type { ImportCalls, ImportCounts, ImportKindName, ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping, ColumnSet } from '#shared/imports/columns.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

/** What can be brought in: how its columns are called, what its rows would do, and what takes them in. */
export interface ImportKind {
  name: ImportKindName
  calls: ImportCalls
  columns: ColumnSet
  /** Values for a row of the template. */
  example: Readonly<Record<string, string>>
  template: string
  /** Reads a whole file and changes nothing. Throws INVALID where it can't be read. */
  examine(db: Db, file: ImportFile, onProgress?: (rows: number) => Promise<void>): Promise<Findings>
}

export interface ImportFile {
  fileName: string
  content: Buffer
  mapping: AnyMapping
}

/** What a file would bring, judged by itself and by what is in the database. */
export interface Findings {
  /** Rows to take in, rows that are there already, and rows of which each may have several problems. */
  good: number
  known: number
  bad: number
  problems: ImportProblem[]
  steps: readonly ImportStep[]
  /** What the good rows would add. */
  toAdd(): Promise<ImportCounts>
  batches(): Iterable<Batch>
}

/** Rows that are taken in together, or not at all. */
interface Batch {
  rows: number
  takeIn(work: Work): Promise<Taken>
}

export interface Taken {
  counts: ImportCounts
  /** Of the batch's rows; the others were there after all, as somebody else brought them meanwhile. */
  rows: number
  /** Rows that can't be taken any more. */
  problems?: readonly ImportProblem[]
}
