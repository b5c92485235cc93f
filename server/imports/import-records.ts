import { sql } from 'kysely'
import {
  type ImportCalls,
  type ImportCounts,
  type ImportProblem,
  noCounts,
  maxShownSteps,
} from '#shared/imports/api.ts'
import type { AnyMapping, ColumnSet } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import type { Work } from '#server/kernel/work.ts'
import { openCsv } from './csv-file.ts'
import type { Findings, ImportKind, Taken } from './import-kind.ts'
import { readRecords, type RecordRow, rowsOf } from './record-file.ts'

/** An import of records: each row adds one or changes the one with its SKU or code. */
interface RecordKind<K extends string, Plan extends AnyPlan> {
  name: 'products' | 'rawMaterials' | 'accounts'
  calls: ImportCalls
  /** The column that identifies a record. */
  key: K
  columns: Readonly<Record<K, RecordColumn>>
  /** Columns that a record may have several values of, each in its own row. */
  repeatable?: readonly K[]
  columnSet: ColumnSet<K>
  example: Partial<Record<K, string>>
  template: string
  /** Small enough that a cancel takes effect soon, and that others wait only a moment for locks. */
  batchRows: number
  /** Plans the changes by the rows. `hold`: locks the referenced records until the end of the transaction. */
  plan: (db: Db | Tx, rows: readonly RecordRow<K>[], mapping: AnyMapping, hold: boolean) => Promise<Plan>
  carryOut: (work: Work, plan: Plan) => Promise<void>
  /** Counts of what the rows add besides records. */
  sums?: (plan: Plan) => Partial<ImportCounts>
}

type AnyPlan = Pick<Findings, 'known' | 'problems' | 'steps'> & {
  creations: readonly { row: number; rows: number; input: { name: string; quantity?: number } }[]
  changes: readonly { row: number; rows: number }[]
}

/** Creates the import of such a list. */
export function importOfRecords<K extends string, Plan extends AnyPlan>(kind: RecordKind<K, Plan>): ImportKind {
  const { name, calls, columnSet, example, template, batchRows } = kind
  return {
    name,
    calls,
    columns: columnSet,
    example: example as Record<string, string>,
    template,
    async examine(db, { content, mapping }, onProgress): Promise<Findings> {
      const file = openCsv(content, columnSet)
      const { rows, disputed, problems, repeated } = await readRecords(
        file,
        mapping,
        kind.columns,
        kind.key,
        kind.repeatable ?? [],
      )
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
        addTo(counts, countsOf(kind, plan))
        await onProgress?.(found.known + countRows(good) + new Set(found.problems.map(({ row }) => row)).size)
      }
      for (const part of partsOf(disputed, batchRows))
        found.problems.push(...(await kind.plan(db, part, mapping, false)).problems)
      const place = ({ column }: ImportProblem) => file.columns.indexOf(column)
      const all = found.problems.toSorted((a, b) => a.row - b.row || place(a) - place(b))
      return {
        ...found,
        good: countRows(good),
        problems: all,
        bad: new Set(all.map(({ row }) => row)).size,
        toAdd: async () => counts,
        *batches() {
          for (const part of partsOf(good, batchRows))
            yield { rows: countRows(part), takeIn: (work: Work) => takeIn(work, kind, part, mapping) }
        },
      }
    },
  }
}

const countRows = (records: readonly RecordRow<string>[]) => records.reduce((sum, one) => sum + rowsOf(one), 0)

/** Plans the rows again, with all referenced records locked, and makes the changes. */
async function takeIn<K extends string, Plan extends AnyPlan>(
  work: Work,
  kind: RecordKind<K, Plan>,
  rows: readonly RecordRow<K>[],
  mapping: AnyMapping,
): Promise<Taken> {
  await sql`set local lock_timeout = '60s'`.execute(work.tx)
  await sql`set local statement_timeout = '120s'`.execute(work.tx)
  await acquireAdvisoryLock(work.tx, advisoryLocks.recordImports)
  const plan = await kind.plan(work.tx, rows, mapping, true)
  await kind.carryOut(work, plan)
  const { creations, changes, problems } = plan
  const taken = [...creations, ...changes].reduce((sum, one) => sum + one.rows, 0)
  return { counts: countsOf(kind, plan), rows: taken, problems }
}

function countsOf<K extends string, Plan extends AnyPlan>(
  { name, sums }: RecordKind<K, Plan>,
  plan: Plan,
): ImportCounts {
  const { creations, changes } = plan
  const pieces = creations.reduce((sum, { input }) => sum + (input.quantity ?? 0), 0)
  return { ...noCounts, [name]: creations.length, updated: changes.length, pieces, ...sums?.(plan) }
}

function addTo(counts: ImportCounts, more: ImportCounts): void {
  for (const name of Object.keys(more) as (keyof ImportCounts)[]) counts[name] += more[name]
}

function* partsOf<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
