import type { z } from 'zod'
import { messageOf } from '#shared/http/issue-messages.ts'
import type { ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type RecordRow, rowsOf } from './record-file.ts'

/** The changes that rows of a list of records would make now. */
export interface RecordPlan<Creation extends NewRecord, Change extends ChangedRecord> {
  creations: (Creation & Place)[]
  /** In the order of their ids, which is the locking order. */
  changes: (Change & Place)[]
  /** Rows that match their record exactly. */
  known: number
  problems: ImportProblem[]
  steps: ImportStep[]
}

/** The first row of a record, and the number of its rows. */
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

/** The result of a row: a new record, or a changed one with its reported changes; null if it was refused. */
export type EvaluatedRow<Creation, Change> = Creation | (Change & { changes: ImportStep['changes'] }) | null

/** Reports a problem of a row; the record is then not imported. `at`: the row, if it is a further row of the record. */
export type ReportProblem<K extends string> = (column: K | undefined, message: string, at?: RecordRow<K>) => void

type Columns<K extends string> = Readonly<Record<K, RecordColumn>>

/**
 * Plans a list: loads all referenced records together, then evaluates each record by itself. `hold`: locks the referenced
 * records until the end of the transaction.
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
          // The text of a number that can't be read is lost.
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

/** Rows of a record are imported together or not at all: the message for its rows without a problem of their own. */
function othersOf(one: RecordRow<string>, problems: readonly ImportProblem[]): ImportProblem[] {
  const refused = new Set(problems.map(({ row }) => row))
  const good = [one, ...one.further].filter(({ row }) => !refused.has(row))
  const message = `goes with row ${[...refused].join(', ')}, which has a problem`
  return good.map(({ row }) => ({ row, column: '', value: '', message }))
}

/** The stored spelling, which may differ from the row's. */
const codeOf = (before: ChangedRecord['before']) => ('sku' in before ? before.sku : before.code)

/** Parses a row with the form's schema; each refused column is reported once. */
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
