import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type ImportProblem, noCounts } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import { type ProductColumn, productColumns, productColumnSet } from '#shared/imports/product-columns.ts'
import type { Work } from '#server/db/work.ts'
import { openCsv } from '#server/imports/csv-file.ts'
import type { Findings, ImportKind, Taken } from '#server/imports/import-kind.ts'
import { readRecords, type RecordRow } from '#server/imports/record-file.ts'
import { addLots } from '#server/inventory/arriving-lots.ts'
import { addProducts, itemColumns, openWith } from '#server/inventory/new-products.ts'
import { updateProduct } from '#server/inventory/products.ts'
import { type Creation, planProducts } from './plan-products.ts'

/** Small enough that a cancel is soon heard, and that others wait for the numbers of adjustments a moment only. */
const batchRows = 200
/** Batches of imports follow each other, whoever runs them: no two add one SKU at once. */
const importLock = 7_263_514_004

const example: Partial<Record<ProductColumn, string>> = {
  sku: 'GLV-NIT-M',
  name: 'Nitrile gloves M, powder-free',
  description: 'Examination gloves, non-sterile, box of 100',
  category: 'Gloves',
  supplier: 'Example Medical Ltd',
  warehouse: 'Main warehouse',
  price: '7.90',
  cost: '4.15',
  pcsPerCase: '10',
  quantity: '240',
  lotControlled: 'Yes',
  lotNumber: 'L2405',
  expiryDate: '2029-05-31',
  barcode: '4006381333931',
  reorderPoint: '60',
  supplierCode: 'EM-4711',
  leadTimeDays: '14',
  coldChain: 'No',
  controlled: 'No',
}

/** A list of products: each row adds one, or changes the one that has its SKU. */
export const productKind: ImportKind = {
  name: 'products',
  columns: productColumnSet,
  example,
  template: 'products-template.csv',
  async examine(db, { content, mapping }, onProgress): Promise<Findings> {
    const file = openCsv(content, productColumnSet)
    const { rows, problems, repeated } = await readRecords(file, mapping, productColumns)
    const found = { good: 0, known: repeated, steps: [] as Findings['steps'][number][], problems: [...problems] }
    const counts = { ...noCounts }
    const good: RecordRow<ProductColumn>[] = []
    for (const part of parts(rows)) {
      const plan = await planProducts(db, part, mapping, false)
      const taken = new Set([...plan.creations, ...plan.changes].map(({ row }) => row))
      good.push(...part.filter(({ row }) => taken.has(row)))
      found.known += plan.known
      found.problems.push(...plan.problems)
      if (found.steps.length < 100) found.steps.push(...plan.steps)
      counts.products += plan.creations.length
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
        for (const part of parts(good))
          yield { rows: part.length, takeIn: (work: Work) => takeProducts(work, part, mapping) }
      },
    }
  },
}

function* parts(rows: readonly RecordRow<ProductColumn>[]): Generator<RecordRow<ProductColumn>[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows)
}

/** Judges the rows anew, with all that they rely on held, and does what they say. */
async function takeProducts(
  work: Work,
  rows: readonly RecordRow<ProductColumn>[],
  mapping: AnyMapping,
): Promise<Taken> {
  await sql`set local lock_timeout = '60s'`.execute(work.tx)
  await sql`set local statement_timeout = '120s'`.execute(work.tx)
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(work.tx)
  const { creations, changes, problems } = await planProducts(work.tx, rows, mapping, true)
  for (const { before, input } of changes) await updateProduct(work, before.id, before.version, input)
  const pieces = await create(work, creations)
  const counts = { ...noCounts, products: creations.length, updated: changes.length, pieces }
  return { counts, rows: creations.length + changes.length, problems }
}

async function create(work: Work, creations: readonly Creation[]): Promise<number> {
  const added = creations.map(({ input, categoryId }) => ({
    input,
    id: newId(),
    columns: itemColumns(input, categoryId),
  }))
  await addProducts(work, added)
  const stocked = added.filter(({ input }) => input.quantity > 0).map((one) => ({ ...one, lot: lotOf(one) }))
  await addLots(
    work,
    stocked.flatMap(({ lot }) => lot ?? []),
  )
  await openWith(
    work,
    stocked.map(({ id, input, lot }) => ({
      itemId: id,
      locationId: input.warehouse,
      lotId: lot?.id ?? id,
      quantity: input.quantity,
    })),
  )
  const [first] = added
  if (first) work.announce('inventory_updated', { itemId: first.id, warehouse: first.input.warehouse })
  return stocked.reduce((sum, { input }) => sum + input.quantity, 0)
}

function lotOf({ id, input }: { id: string; input: Creation['input'] }) {
  if (!input.lotControlled || !input.initialLot) return null
  const { lotNumber, expiryDate } = input.initialLot
  return { id: newId(), itemId: id, lotNumber, expiryDate: expiryDate ?? null }
}
