import { sql } from 'kysely'
import type { z } from 'zod'
import { wordsOf } from '#shared/http/issue-words.ts'
import type { ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import { type RawMaterialColumn, rawMaterialColumns } from '#shared/imports/raw-material-columns.ts'
import { NewRawMaterial, type RawMaterial, RawMaterialChange } from '#shared/inventory/raw-materials-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RecordRow } from '#server/imports/record-file.ts'
import { getRawMaterial } from '#server/inventory/raw-material-list.ts'
import { idNamed, type Ids, idsNamed } from './names-of-rows.ts'
import { shownCell } from './product-changes.ts'

export type RawMaterialRow = RecordRow<RawMaterialColumn>
type Typed = Partial<Record<string, unknown>>

/** What rows of a list of raw materials would do now. */
export interface RawMaterialPlan {
  creations: { row: number; input: z.output<typeof NewRawMaterial> }[]
  changes: { row: number; before: RawMaterial; input: z.output<typeof RawMaterialChange> }[]
  /** Rows whose raw material is here just as they say. */
  known: number
  problems: ImportProblem[]
  steps: ImportStep[]
}
type Refuse = (column: RawMaterialColumn | undefined, message: string) => void
interface Here {
  materials: ReadonlyMap<string, RawMaterial>
  others: ReadonlySet<string>
  suppliers: Ids
  locations: Ids
}

/**
 * Judges rows as the form of a raw material would. A row whose SKU is here changes that raw material, as far as its cells say
 * something; any other adds one. `hold`: what they rely on stays until the end of the transaction.
 */
export async function planRawMaterials(
  db: Db | Tx,
  rows: readonly RawMaterialRow[],
  mapping: AnyMapping,
  hold: boolean,
): Promise<RawMaterialPlan> {
  const plan: RawMaterialPlan = { creations: [], changes: [], known: 0, problems: [], steps: [] }
  const here = await whatIsHere(db, rows, hold)
  for (const one of rows) {
    const refuse: Refuse = (column, message) => {
      const name = (column && mapping[column]) || ''
      const value = column && name ? String(one.values[column] ?? '') : ''
      plan.problems.push({
        row: one.row,
        column: name,
        // A number that can't be read has lost its text.
        value: value === 'NaN' ? '' : value.slice(0, 200),
        message: name || !column ? message : `${rawMaterialColumns[column].name} ${message}`,
      })
    }
    judge(one, here, plan, refuse)
  }
  return plan
}

async function whatIsHere(db: Db | Tx, rows: readonly RawMaterialRow[], hold: boolean): Promise<Here> {
  const skus = rows.map(({ sku }) => sku.toLowerCase())
  const held = sql.raw(hold ? 'for no key update' : '')
  const { rows: items } = await sql<{ id: string; sku: string; kind: string }>`select id, lower(sku) as sku, kind
    from items where lower(sku) = any(${skus}) and deleted_at is null order by id ${held}`.execute(db)
  const materials = new Map<string, RawMaterial>()
  for (const { id, sku, kind } of items) if (kind === 'raw_material') materials.set(sku, await getRawMaterial(db, id))
  const named = (table: 'suppliers' | 'locations', column: RawMaterialColumn) =>
    idsNamed(
      db,
      table,
      rows.map(({ values }) => values[column]),
      hold,
    )
  return {
    materials,
    others: new Set(items.flatMap(({ sku, kind }) => (kind === 'raw_material' ? [] : [sku]))),
    suppliers: await named('suppliers', 'supplier'),
    locations: await named('locations', 'location'),
  }
}

function judge(one: RawMaterialRow, here: Here, plan: RawMaterialPlan, refuse: Refuse): void {
  const sku = one.sku.toLowerCase()
  if (here.others.has(sku)) return refuse('sku', 'is the SKU of a product or a kit')
  const told = plan.problems.length
  const idOf = (column: 'supplier' | 'location', ids: Ids) =>
    idNamed(one.values[column], ids, column, (message) => refuse(column, message))
  const supplier = idOf('supplier', here.suppliers)
  const location = idOf('location', here.locations)
  const typed: Typed = { ...one.values, ...(supplier && { supplier }), ...(location && { location }) }
  const before = here.materials.get(sku)
  const { row } = one
  if (before) {
    const { quantity: _, ...rest } = typed
    const input = parsed(RawMaterialChange, { ...inputBefore(before), ...rest }, refuse)
    if (input && input.lotControlled !== before.lotControlled && before.onHand > 0)
      refuse('lotControlled', 'can change only while nothing is on hand')
    if (!input || plan.problems.length > told) return
    const changes = changesOf(before, input, one)
    if (changes.length === 0) {
      plan.known += 1
      return
    }
    plan.changes.push({ row, before, input })
    plan.steps.push({ row, name: input.name, code: before.sku, isNew: false, changes })
    return
  }
  const input = parsed(NewRawMaterial, typed, refuse)
  if (input && input.lotControlled && input.quantity > 0)
    refuse('quantity', 'must be empty or 0 where it is kept by lots: add stock with its lot number afterwards')
  if (!input || plan.problems.length > told) return
  plan.creations.push({ row, input })
  plan.steps.push({ row, name: input.name, code: one.sku, isNew: true, changes: [] })
}

/** Each column is told once. */
function parsed<S extends z.ZodType>(schema: S, value: Typed, refuse: Refuse): z.output<S> | null {
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  if (success) return data
  const told = new Set<string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (told.has(path)) continue
    told.add(path)
    const column = Object.hasOwn(rawMaterialColumns, path) ? (path as RawMaterialColumn) : undefined
    refuse(column, column && rawMaterialColumns[column].kind === 'yesNo' ? 'must be Yes or No' : wordsOf(issue))
  }
  return null
}

/** What the form of one that is here would send if nobody typed anything. */
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

/** What a row would change, in words for people: compared is what would be kept, not how it is spelt. */
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
