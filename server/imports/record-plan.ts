import type { z } from 'zod'
import { messageOf } from '#server/http/issue-messages.ts'
import type { ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { RecordRow } from './record-file.ts'

/** What rows of a list of records would do now. */
export interface RecordPlan<Creation extends NewRecord, Change extends ChangedRecord> {
  creations: (Creation & { row: number })[]
  changes: (Change & { row: number })[]
  /** Rows whose record is here just as they say. */
  known: number
  problems: ImportProblem[]
  steps: ImportStep[]
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

/** Tells what is wrong with a row; a row of which something was told is not taken. */
export type ReportProblem<K extends string> = (column: K | undefined, message: string) => void

type Columns<K extends string> = Readonly<Record<K, RecordColumn>>

/** Judges each row by itself and puts together what they say. */
export function planRecords<K extends string, Creation extends NewRecord, Change extends ChangedRecord>(
  rows: readonly RecordRow<K>[],
  columns: Columns<K>,
  mapping: AnyMapping,
  evaluateRow: (one: RecordRow<K>, refuse: ReportProblem<K>) => EvaluatedRow<Creation, Change>,
): RecordPlan<Creation, Change> {
  const plan: RecordPlan<Creation, Change> = { creations: [], changes: [], known: 0, problems: [], steps: [] }
  for (const one of rows) {
    const { row } = one
    const told = plan.problems.length
    const judged = evaluateRow(one, (column, message) => {
      const name = (column && mapping[column]) || ''
      const value = column && name ? String(one.values[column] ?? '') : ''
      plan.problems.push({
        row,
        column: name,
        // A number that can't be read has lost its text.
        value: value === 'NaN' ? '' : value.slice(0, 200),
        message: name || !column ? message : `${columns[column].name} ${message}`,
      })
    })
    if (!judged || plan.problems.length > told) continue
    const { name } = judged.input
    if (!('changes' in judged)) {
      plan.creations.push({ ...judged, row })
      plan.steps.push({ row, name, code: one.code, isNew: true, changes: [] })
    } else if (judged.changes.length === 0) plan.known += 1
    else {
      plan.changes.push({ ...judged, row })
      plan.steps.push({ row, name, code: codeOf(judged.before) ?? one.code, isNew: false, changes: judged.changes })
    }
  }
  return plan
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
  const told = new Set<string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const column = columnAt(path)
    if (told.has(column ?? path)) continue
    told.add(column ?? path)
    refuse(column, column && columns[column].kind === 'yesNo' ? 'must be Yes or No' : messageOf(issue))
  }
  return null
}
