import { sql } from 'kysely'
import type { z } from 'zod'
import type { ImportStep } from '#shared/imports/api.ts'
import { type RawMaterialColumn, rawMaterialColumns } from '#shared/imports/raw-material-columns.ts'
import { NewRawMaterial, type RawMaterial, RawMaterialChange } from '#shared/inventory/raw-materials/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RecordRow } from './record-file.ts'
import { rawMaterialsWhere } from '#server/inventory/raw-materials/raw-material-list.ts'
import { idNamed, type Ids, idsByName, itemsBySku } from './load-references.ts'
import { shownCell } from './product-changes.ts'
import { type EvaluatedRow, parsedRow, planOfRecords, type ReportProblem } from './record-plan.ts'

type RawMaterialRow = RecordRow<RawMaterialColumn>
type Typed = Partial<Record<string, unknown>>
type Creation = { input: z.output<typeof NewRawMaterial> }
type Change = { before: RawMaterial; input: z.output<typeof RawMaterialChange> }

interface Here {
  materials: ReadonlyMap<string, RawMaterial>
  others: ReadonlySet<string>
  suppliers: Ids
  locations: Ids
}

/**
 * Validates rows like the raw material form. A row with an existing SKU changes that raw material, only in the cells that are
 * filled in; other rows add raw materials.
 */
export const planRawMaterials = planOfRecords(rawMaterialColumns, whatIsHere, judge)

async function whatIsHere(db: Db | Tx, rows: readonly RawMaterialRow[], hold: boolean): Promise<Here> {
  const { ids, others } = await itemsBySku(db, rows, 'raw_material', hold)
  const found = await rawMaterialsWhere(db, sql`i.id = any(${[...ids.values()]}::uuid[])`)
  const named = (table: 'suppliers' | 'locations', column: RawMaterialColumn) =>
    idsByName(
      db,
      table,
      rows.map(({ values }) => values[column]),
      hold,
    )
  return {
    materials: new Map(found.map((material) => [material.sku.toLowerCase(), material])),
    others,
    suppliers: await named('suppliers', 'supplier'),
    locations: await named('locations', 'location'),
  }
}

function judge(
  one: RawMaterialRow,
  here: Here,
  refuse: ReportProblem<RawMaterialColumn>,
): EvaluatedRow<Creation, Change> {
  const sku = one.code.toLowerCase()
  if (here.others.has(sku)) {
    refuse('sku', 'is the SKU of a product or a kit')
    return null
  }
  const idOf = (column: 'supplier' | 'location', ids: Ids) =>
    idNamed(one.values[column], ids, column, (message) => refuse(column, message))
  const supplier = idOf('supplier', here.suppliers)
  const location = idOf('location', here.locations)
  const typed: Typed = { ...one.values, ...(supplier && { supplier }), ...(location && { location }) }
  const before = here.materials.get(sku)
  if (before) {
    const { quantity: _, ...rest } = typed
    const input = parsed(RawMaterialChange, { ...inputBefore(before), ...rest }, refuse)
    if (input && input.lotControlled !== before.lotControlled && before.onHand > 0)
      refuse('lotControlled', 'can only be changed while nothing is on hand')
    return input && { before, input, changes: changesOf(before, input, one) }
  }
  const input = parsed(NewRawMaterial, typed, refuse)
  if (input && input.lotControlled && input.quantity > 0)
    refuse('quantity', 'must be empty or 0 for lot-tracked items: add stock with its lot number afterwards')
  return input && { input }
}

const parsed = <S extends z.ZodType>(schema: S, value: Typed, refuse: ReportProblem<RawMaterialColumn>) =>
  parsedRow(schema, value, rawMaterialColumns, columnAt, refuse)

const columnAt = (path: string) => (Object.hasOwn(rawMaterialColumns, path) ? (path as RawMaterialColumn) : undefined)

/** What the form of an existing raw material would send without edits. */
const inputBefore = (material: RawMaterial): Typed => ({
  sku: material.sku,
  name: material.name,
  materialType: material.materialType,
  description: material.description || null,
  barcode: material.barcode,
  cost: material.cost,
  supplier: material.supplier?.id ?? null,
  location: material.location?.id ?? null,
  lotControlled: material.lotControlled,
  reorderPoint: material.reorderPoint,
})

/** The changes by a row, as text: compares the stored values, not their spelling. */
function changesOf(before: RawMaterial, input: z.output<typeof RawMaterialChange>, { values }: RawMaterialRow) {
  const changes: ImportStep['changes'] = []
  for (const key of Object.keys(values) as RawMaterialColumn[]) {
    const { kind, name } = rawMaterialColumns[key]
    if (key === 'quantity') continue
    if (key === 'supplier' || key === 'location') {
      const was = before[key]
      if (was?.id !== input[key]) changes.push({ column: name, from: was?.name ?? '', to: String(values[key]) })
      continue
    }
    const from = shownCell(kind, before[key])
    const to = shownCell(kind, input[key])
    if (from !== to) changes.push({ column: name, from, to })
  }
  return changes
}
