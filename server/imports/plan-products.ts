import type { z } from 'zod'
import { type ProductColumn, productColumnAt, productColumns } from '#shared/imports/product-columns.ts'
import { NewProduct, type Product, ProductChange } from '#shared/inventory/stock/product.ts'
import type { RecordRow } from './record-file.ts'
import { lotProblem } from '#server/inventory/stock/arriving-lots.ts'
import { namedBy, type References, loadReferences } from './load-references.ts'
import { changesOf } from './product-changes.ts'
import { type EvaluatedRow, parsedRow, planOfRecords, type ReportProblem } from './record-plan.ts'

export type Creation = { input: z.output<typeof NewProduct>; categoryId: string }
type Change = { before: Product; input: z.output<typeof ProductChange> }
type ProductRow = RecordRow<ProductColumn>

/**
 * Validates rows like the product form, with the same schema and rules. A row with an existing SKU changes that product, only
 * in the cells that are filled in; other rows add products.
 */
export const planProducts = planOfRecords(productColumns, loadReferences, judge)

function judge(
  one: ProductRow,
  here: References,
  refuse: ReportProblem<ProductColumn>,
): EvaluatedRow<Creation, Change> {
  const sku = one.code.toLowerCase()
  if (here.others.has(sku)) {
    refuse('sku', 'is the SKU of a raw material or a kit')
    return null
  }
  const { categoryId, ...references } = namedBy(one.values, here, refuse)
  const typed = inputOf({ ...one.values, ...references })
  const before = here.products.get(sku)
  if (before) {
    const input = changed(before, typed, refuse)
    return input && { before, input, changes: changesOf(before, input, one) }
  }
  const input = added(one, typed, refuse)
  return input && { input, categoryId }
}

const parsed = <S extends z.ZodType>(schema: S, value: Input, refuse: ReportProblem<ProductColumn>) =>
  parsedRow(schema, value, productColumns, productColumnAt, refuse)

/** An existing product keeps the fields without a cell, and its stock. */
function changed(before: Product, typed: Input, refuse: ReportProblem<ProductColumn>): Change['input'] | null {
  const { quantity: _, initialLot: __, ...rest } = typed
  const input = parsed(ProductChange, { ...inputBefore(before), ...rest, ...nested(before, rest) }, refuse)
  if (!input || input.lotControlled === before.lotControlled || before.onHand === 0) return input
  refuse('lotControlled', 'can only be changed while nothing is on hand')
  return null
}

function added({ values }: ProductRow, typed: Input, refuse: ReportProblem<ProductColumn>): Creation['input'] | null {
  const hasStock = Number(typed['quantity'] ?? 0) > 0
  // A lot without stock is ignored.
  const { initialLot, ...rest } = typed
  const lot = hasStock && typed['lotControlled'] === true && values.lotNumber ? { initialLot } : {}
  const input = parsed(NewProduct, { ...nothing, ...rest, ...lot }, refuse)
  if (!input || !hasStock) return input
  const { lotNumber, expiryDate } = values
  const given = input.initialLot ?? { lotNumber: lotNumber as string, expiryDate: expiryDate as string }
  const problem = lotProblem(input.lotControlled, given, true)
  if (!problem) return input
  refuse(problem.field, problem.words)
  return null
}

/** The defaults of the form. */
const nothing: Record<string, unknown> = { quantity: 0, billOfMaterials: [] }

type Input = Record<string, unknown>

/** Values by the form's paths: `details.size` goes into details. */
function inputOf(values: Readonly<Record<string, unknown>>): Input {
  const input: Input = {}
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(productColumns, key)) continue
    const [name = '', part] = productColumns[key as ProductColumn].path.split('.')
    if (part === undefined) input[name] = value
    else input[name] = { ...(input[name] as Input | undefined), [part]: value }
  }
  return input
}

/** What the form of an existing product would send without edits. */
const inputBefore = (product: Product): Input => ({
  sku: product.sku,
  name: product.name,
  description: product.description,
  category: product.category,
  supplier: product.supplier.id,
  warehouse: product.warehouse.id,
  price: product.price,
  cost: product.cost,
  moq: product.moq,
  pcsPerCase: product.pcsPerCase,
  casesPerBale: product.casesPerBale,
  barcode: product.barcode,
  coldChain: product.coldChain,
  controlled: product.controlled,
  supplierCode: product.supplierCode,
  leadTimeDays: product.leadTimeDays,
  lotControlled: product.lotControlled,
  reorderPoint: product.reorderPoint,
  billOfMaterials: product.billOfMaterials.map(({ rawMaterialId, quantity }) => ({ rawMaterialId, quantity })),
})

const nested = (before: Product, typed: Input): Input => ({
  priceTiers: { ...before.priceTiers, ...(typed['priceTiers'] as Input | undefined) },
  details: { ...before.details, ...(typed['details'] as Input | undefined) },
})
