import { sql } from 'kysely'
import { type ImportProblem, noCounts } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import {
  type RawMaterialColumn,
  rawMaterialColumns,
  rawMaterialColumnSet,
} from '#shared/imports/raw-material-columns.ts'
import type { Work } from '#server/db/work.ts'
import { openCsv } from '#server/imports/csv-file.ts'
import type { Findings, ImportKind, Taken } from '#server/imports/import-kind.ts'
import { readRecords } from '#server/imports/record-file.ts'
import { createRawMaterial, updateRawMaterial } from '#server/inventory/raw-materials.ts'
import { planRawMaterials, type RawMaterialRow } from './plan-raw-materials.ts'

/** Each is added by the form's own act: small enough that a cancel is soon heard. */
const batchRows = 100
/** The one of product lists: what is one SKU for both of them is added once. */
const importLock = 7_263_514_004

const example: Partial<Record<RawMaterialColumn, string>> = {
  sku: 'FAB-SMS-40',
  name: 'SMS fabric 40 g, blue',
  materialType: 'Fabric',
  description: 'Non-woven, rolls of 500 m',
  supplier: 'Example Medical Ltd',
  location: 'Main factory',
  cost: '0.85',
  quantity: '1200',
  lotControlled: 'No',
  barcode: '4006381333931',
  reorderPoint: '300',
}

/** A list of raw materials: each row adds one, or changes the one that has its SKU. */
export const rawMaterialKind: ImportKind = {
  name: 'rawMaterials',
  columns: rawMaterialColumnSet,
  example,
  template: 'raw-materials-template.csv',
  async examine(db, { content, mapping }, onProgress): Promise<Findings> {
    const file = openCsv(content, rawMaterialColumnSet)
    const { rows, problems, repeated } = await readRecords(file, mapping, rawMaterialColumns)
    const found = { good: 0, known: repeated, steps: [] as Findings['steps'][number][], problems: [...problems] }
    const counts = { ...noCounts }
    const good: RawMaterialRow[] = []
    for (const part of parts(rows)) {
      const plan = await planRawMaterials(db, part, mapping, false)
      const taken = new Set([...plan.creations, ...plan.changes].map(({ row }) => row))
      good.push(...part.filter(({ row }) => taken.has(row)))
      found.known += plan.known
      found.problems.push(...plan.problems)
      if (found.steps.length < 100) found.steps.push(...plan.steps)
      counts.rawMaterials += plan.creations.length
      counts.updated += plan.changes.length
      for (const { input } of plan.creations) counts.pieces += input.quantity
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
        for (const part of parts(good)) yield { rows: part.length, takeIn: (work: Work) => takeIn(work, part, mapping) }
      },
    }
  },
}

function* parts(rows: readonly RawMaterialRow[]): Generator<RawMaterialRow[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows)
}

/** Judges the rows anew, with all that they rely on held, and does what they say. */
async function takeIn(work: Work, rows: readonly RawMaterialRow[], mapping: AnyMapping): Promise<Taken> {
  await sql`set local lock_timeout = '60s'`.execute(work.tx)
  await sql`set local statement_timeout = '120s'`.execute(work.tx)
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(work.tx)
  const { creations, changes, problems } = await planRawMaterials(work.tx, rows, mapping, true)
  for (const { before, input } of changes) await updateRawMaterial(work, before.id, before.version, input)
  for (const { input } of creations) await createRawMaterial(work, input)
  const pieces = creations.reduce((sum, { input }) => sum + input.quantity, 0)
  const counts = { ...noCounts, rawMaterials: creations.length, updated: changes.length, pieces }
  return { counts, rows: creations.length + changes.length, problems }
}
