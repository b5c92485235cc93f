import { sql } from 'kysely'
import { type ImportProblem, noCounts, maxShownSteps } from '#shared/imports/api.ts'
import type { AnyMapping, ColumnSet } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { openCsv } from './csv-file.ts'
import type { Findings, ImportKind, Taken } from './import-kind.ts'
import { readRecords, type RecordRow } from './record-file.ts'

/** Batches of imports follow each other, whoever runs them: no two add one SKU or code at once. */
const importLock = 7_263_514_004

/** A list of records, of which each row adds one or changes the one that has its SKU or code. */
interface RecordKind<K extends string, Plan extends AnyPlan> {
  name: 'products' | 'rawMaterials' | 'accounts'
  /** The column that tells records from each other. */
  key: K
  columns: Readonly<Record<K, RecordColumn>>
  columnSet: ColumnSet<K>
  example: Partial<Record<K, string>>
  template: string
  /** Small enough that a cancel is soon heard, and that others wait a moment only. */
  batchRows: number
  /** What rows would do now. `hold`: what they rely on stays until the end of the transaction. */
  plan: (db: Db | Tx, rows: readonly RecordRow<K>[], mapping: AnyMapping, hold: boolean) => Promise<Plan>
  carryOut: (work: Work, plan: Plan) => Promise<void>
}

type AnyPlan = Pick<Findings, 'known' | 'problems' | 'steps'> & {
  creations: readonly { row: number; input: { name: string; quantity?: number } }[]
  changes: readonly { row: number }[]
}

/** The import of such a list. */
export function importOfRecords<K extends string, Plan extends AnyPlan>(kind: RecordKind<K, Plan>): ImportKind {
  const { name, columnSet, example, template, batchRows } = kind
  return {
    name,
    columns: columnSet,
    example: example as Record<string, string>,
    template,
    async examine(db, { content, mapping }, onProgress): Promise<Findings> {
      const file = openCsv(content, columnSet)
      const { rows, problems, repeated } = await readRecords(file, mapping, kind.columns, kind.key)
      const found = { known: repeated, steps: [] as Findings['steps'][number][], problems: [...problems] }
      const counts = { ...noCounts }
      const good: RecordRow<K>[] = []
      for (const part of partsOf(rows, batchRows)) {
        const plan = await kind.plan(db, part, mapping, false)
        const taken = new Set([...plan.creations, ...plan.changes].map(({ row }) => row))
        good.push(...part.filter(({ row }) => taken.has(row)))
        found.known += plan.known
        found.problems.push(...plan.problems)
        if (found.steps.length < maxShownSteps) found.steps.push(...plan.steps)
        counts[name] += plan.creations.length
        counts.updated += plan.changes.length
        counts.pieces += piecesOf(plan)
        await onProgress?.(found.known + good.length + new Set(found.problems.map(({ row }) => row)).size)
      }
      const place = ({ column }: ImportProblem) => file.columns.indexOf(column)
      const all = found.problems.toSorted((a, b) => a.row - b.row || place(a) - place(b))
      return {
        ...found,
        good: good.length,
        problems: all,
        bad: new Set(all.map(({ row }) => row)).size,
        toAdd: async () => counts,
        *batches() {
          for (const part of partsOf(good, batchRows))
            yield { rows: part.length, takeIn: (work: Work) => takeIn(work, kind, part, mapping) }
        },
      }
    },
  }
}

/** Judges the rows anew, with all that they rely on held, and does what they say. */
async function takeIn<K extends string, Plan extends AnyPlan>(
  work: Work,
  { name, plan: planOf, carryOut }: RecordKind<K, Plan>,
  rows: readonly RecordRow<K>[],
  mapping: AnyMapping,
): Promise<Taken> {
  await sql`set local lock_timeout = '60s'`.execute(work.tx)
  await sql`set local statement_timeout = '120s'`.execute(work.tx)
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(work.tx)
  const plan = await planOf(work.tx, rows, mapping, true)
  await carryOut(work, plan)
  const { creations, changes, problems } = plan
  const counts = { ...noCounts, [name]: creations.length, updated: changes.length, pieces: piecesOf(plan) }
  return { counts, rows: creations.length + changes.length, problems }
}

const piecesOf = ({ creations }: AnyPlan) => creations.reduce((sum, { input }) => sum + (input.quantity ?? 0), 0)

function* partsOf<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
