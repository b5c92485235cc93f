import type { z } from 'zod'
import { wordsOf } from '#shared/http/issue-words.ts'
import type { ImportProblem, ImportStep } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import { type ProductColumn, productColumnAt, productColumns } from '#shared/imports/product-columns.ts'
import { NewProduct, type Product, ProductChange } from '#shared/inventory/product.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RecordRow } from '#server/imports/record-file.ts'
import { lotProblem } from '#server/inventory/arriving-lots.ts'
import { namedBy, type NamesHere, namesHere } from './names-of-rows.ts'
import { changesOf } from './product-changes.ts'

export type Creation = { row: number; input: z.output<typeof NewProduct>; categoryId: string }
export type Change = { row: number; before: Product; input: z.output<typeof ProductChange> }

/** What rows of a product list would do now. */
export interface ProductPlan {
  creations: Creation[]
  changes: Change[]
  /** Rows whose product is here just as they say. */
  known: number
  problems: ImportProblem[]
  steps: ImportStep[]
}

/**
 * Judges rows as the form of a product would: one schema, one set of rules. A row whose SKU is here changes that product, as far as
 * its cells say something; any other adds one. `hold`: what they rely on stays until the end of the transaction.
 */
export async function planProducts(
  db: Db | Tx,
  rows: readonly RecordRow<ProductColumn>[],
  mapping: AnyMapping,
  hold: boolean,
): Promise<ProductPlan> {
  const plan: ProductPlan = { creations: [], changes: [], known: 0, problems: [], steps: [] }
  const here = await namesHere(db, rows, hold)
  for (const one of rows) {
    const refuse = (column: ProductColumn | undefined, message: string) => {
      const name = (column && mapping[column]) || ''
      const words = name || !column ? message : `${productColumns[column].name} ${message}`
      const value = column && name ? String(one.values[column] ?? '') : ''
      // A number that can't be read has lost its text.
      plan.problems.push({
        row: one.row,
        column: name,
        value: value === 'NaN' ? '' : value.slice(0, 200),
        message: words,
      })
    }
    judge(one, here, plan, refuse)
  }
  return plan
}

/** Tells what is wrong with a row; a row of which something was told is not taken. */
export type Refuse = (column: ProductColumn | undefined, message: string) => void

function judge(one: RecordRow<ProductColumn>, here: NamesHere, plan: ProductPlan, refuse: Refuse): void {
  const sku = one.sku.toLowerCase()
  if (here.others.has(sku)) return refuse('sku', 'is the SKU of a raw material or a kit')
  const before = here.products.get(sku)
  const told = plan.problems.length
  const { categoryId, ...references } = namedBy(one.values, here, refuse)
  const typed = inputOf({ ...one.values, ...references })
  if (before) {
    const change = changed(one, before, typed, refuse)
    if (!change || plan.problems.length > told) return
    const changes = changesOf(before, change.input, one)
    if (changes.length === 0) {
      plan.known += 1
      return
    }
    plan.changes.push(change)
    plan.steps.push({ row: one.row, name: change.input.name, code: before.sku, isNew: false, changes })
    return
  }
  const input = added(one, typed, refuse)
  if (!input || plan.problems.length > told) return
  plan.creations.push({ row: one.row, input, categoryId })
  plan.steps.push({ row: one.row, name: input.name, code: one.sku, isNew: true, changes: [] })
}

/** A product that is here keeps what the row says nothing of, and its stock. */
function changed({ row }: RecordRow<ProductColumn>, before: Product, typed: Input, refuse: Refuse): Change | null {
  const { quantity: _, initialLot: __, ...rest } = typed
  const whole = { ...inputBefore(before), ...rest, ...nested(before, rest) }
  const { success, data, error } = ProductChange.safeParse(whole, { reportInput: true })
  if (!success) return tellIssues(error, refuse)
  if (data.lotControlled === before.lotControlled || before.onHand === 0) return { row, before, input: data }
  refuse('lotControlled', 'can change only while nothing is on hand')
  return null
}

function added({ values }: RecordRow<ProductColumn>, typed: Input, refuse: Refuse): Creation['input'] | null {
  const hasStock = Number(typed['quantity'] ?? 0) > 0
  // A lot without stock says nothing.
  const { initialLot, ...rest } = typed
  const lot = hasStock && typed['lotControlled'] === true && values.lotNumber ? { initialLot } : {}
  const { success, data, error } = NewProduct.safeParse({ ...nothing, ...rest, ...lot }, { reportInput: true })
  if (!success) return tellIssues(error, refuse)
  if (!hasStock) return data
  const { lotNumber, expiryDate } = values
  const given = data.initialLot ?? { lotNumber: lotNumber as string, expiryDate: expiryDate as string }
  const problem = lotProblem(data.lotControlled, given, true)
  if (!problem) return data
  refuse(problem.field, problem.words)
  return null
}

/** Each column is told once. */
function tellIssues(error: z.ZodError, refuse: Refuse): null {
  const told = new Set<string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const column = productColumnAt(path)
    if (told.has(column ?? path)) continue
    told.add(column ?? path)
    refuse(column, column && productColumns[column].kind === 'yesNo' ? 'must be Yes or No' : wordsOf(issue))
  }
  return null
}

/** What the form starts with. */
const nothing: Record<string, unknown> = { quantity: 0, billOfMaterials: [] }

type Input = Record<string, unknown>

/** Values by the form's places: `details.size` goes into details. */
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

/** What the form of a product that is here would send if nobody typed anything. */
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
