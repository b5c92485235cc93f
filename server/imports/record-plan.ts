import type { z } from 'zod'
import { messageOf } from '#shared/http/issue-messages.ts'
import type { ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type RecordRow, rowsOf } from './record-file.ts'

/** What rows of a list of records would do now. */
export interface RecordPlan<Creation extends NewRecord, Change extends ChangedRecord> {
  creations: (Creation & Place)[]
  /** In the order of their ids, in which others lock them, too. */
  changes: (Change & Place)[]
  /** Rows whose record is here just as they say. */
  known: number
  problems: ImportProblem[]
  steps: ImportStep[]
}

/** The row with which a record begins, and how many it has. */
interface Place {
  row: number
  rows: number
}

interface NewRecord {
  input: { name: string }
}

interface ChangedRecord {
  before: { id: string; version: number } & ({ sku: string } | { code: string | null })
  input: { name: string }
}

/** What a row comes to: a new record, a changed one with what would be told of it, or nothing, once something was refused. */
export type EvaluatedRow<Creation, Change> = Creation | (Change & { changes: ImportStep['changes'] }) | null

/** Tells what is wrong with a row; a record of which something was told is not taken. `at`: where it is a further row of it. */
export type ReportProblem<K extends string> = (column: K | undefined, message: string, at?: RecordRow<K>) => void

type Columns<K extends string> = Readonly<Record<K, RecordColumn>>

/**
 * The plan of a list: what its rows rely on is loaded together, then each record is judged by itself. `hold`: what they rely on stays
 * until the end of the transaction.
 */
export const planOfRecords =
  <K extends string, References, Creation extends NewRecord, Change extends ChangedRecord>(
    columns: Columns<K>,
    loadReferences: (db: Db | Tx, rows: readonly RecordRow<K>[], hold: boolean) => Promise<References>,
    evaluateRow: (
      one: RecordRow<K>,
      references: References,
      refuse: ReportProblem<K>,
    ) => EvaluatedRow<Creation, Change>,
  ) =>
  async (
    db: Db | Tx,
    rows: readonly RecordRow<K>[],
    mapping: AnyMapping,
    hold: boolean,
  ): Promise<RecordPlan<Creation, Change>> => {
    const references = await loadReferences(db, rows, hold)
    const plan: RecordPlan<Creation, Change> = { creations: [], changes: [], known: 0, problems: [], steps: [] }
    for (const one of rows) {
      const { row } = one
      const problemsBefore = plan.problems.length
      const place = { row: one.row, rows: rowsOf(one) }
      const judged = evaluateRow(one, references, (column, message, at = one) => {
        const name = (column && mapping[column]) || ''
        const value = column && name ? String(at.values[column] ?? '') : ''
        plan.problems.push({
          row: at.row,
          column: name,
          // A number that can't be read has lost its text.
          value: value === 'NaN' ? '' : value.slice(0, 200),
          message: name || !column ? message : `${columns[column].name} ${message}`,
        })
      })
      if (!judged || plan.problems.length > problemsBefore) {
        plan.problems.push(...othersOf(one, plan.problems.slice(problemsBefore)))
        continue
      }
      const { name } = judged.input
      if (!('changes' in judged)) {
        plan.creations.push({ ...judged, ...place })
        plan.steps.push({ row, name, code: one.code, isNew: true, changes: [] })
      } else if (judged.changes.length === 0) plan.known += place.rows
      else {
        plan.changes.push({ ...judged, ...place })
        plan.steps.push({ row, name, code: codeOf(judged.before) ?? one.code, isNew: false, changes: judged.changes })
      }
    }
    plan.changes.sort((a, b) => (a.before.id < b.before.id ? -1 : 1))
    return plan
  }

/** Rows of a record are taken together or not at all: what is told of those with which nothing is wrong. */
function othersOf(one: RecordRow<string>, problems: readonly ImportProblem[]): ImportProblem[] {
  const refused = new Set(problems.map(({ row }) => row))
  const good = [one, ...one.further].filter(({ row }) => !refused.has(row))
  const message = `goes with row ${[...refused].join(', ')}, which has a problem`
  return good.map(({ row }) => ({ row, column: '', value: '', message }))
}

/** As it is spelt here, which a row may spell another way. */
const codeOf = (before: ChangedRecord['before']) => ('sku' in before ? before.sku : before.code)

/** What the form's schema makes of a row; where it refuses, each column is told once. */
export function parsedRow<S extends z.ZodType, K extends string>(
  schema: S,
  value: Readonly<Record<string, unknown>>,
  columns: Columns<K>,
  columnAt: (path: string) => K | undefined,
  refuse: ReportProblem<K>,
): z.output<S> | null {
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  if (success) return data
  const reportedColumns = new Set<string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const column = columnAt(path)
    if (reportedColumns.has(column ?? path)) continue
    reportedColumns.add(column ?? path)
    refuse(column, column && columns[column].kind === 'yesNo' ? 'must be Yes or No' : messageOf(issue))
  }
  return null
}
