import type { Call } from '#shared/http/route.ts'
import type { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type PriceTier, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { countWords } from '#web/forms/changed-lines/field-words.ts'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { locationLabel } from './location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

/** The values of the product form. */
export type ProductValues = {
  name: string
  description: string
  sku: string
  barcode: string
  supplierCode: string
  leadTimeDays: number | null
  /** Products refer to their category by name, which is the label. */
  category: ComboboxOption | null
  supplier: ComboboxOption | null
  warehouse: ComboboxOption | null
  price: string
  cost: string
  priceTiers: Record<PriceTier, string>
  moq: number | null
  pcsPerCase: number | null
  casesPerBale: number | null
  reorderPoint: number | null
  details: { size: string; color: string; weight: number | null; note: string }
  coldChain: boolean
  controlled: boolean
  attributes: Record<string, string>
  lotControlled: boolean
  billOfMaterials: { kind: '' | 'bought' | 'made'; parts: Part[] }
  quantity: number | null
  /** The lot of the initial quantity, for a new lot-tracked product. */
  initialLot: { lotNumber: string; expiryDate: string; noExpiry: boolean }
}
type Part = { material: ComboboxOption | null; quantity: number | null }

export type ProductBody = Call<(typeof inventoryApi.createProduct)['spec']>['body']

const ofTiers = (value: (tier: PriceTier) => string) =>
  Object.fromEntries(priceTiers.map((tier) => [tier, value(tier)])) as Record<PriceTier, string>

export const newProduct: ProductValues = {
  name: '',
  description: '',
  sku: '',
  barcode: '',
  supplierCode: '',
  leadTimeDays: null,
  category: null,
  supplier: null,
  warehouse: null,
  price: '',
  cost: '',
  priceTiers: ofTiers(() => ''),
  moq: null,
  pcsPerCase: null,
  casesPerBale: null,
  reorderPoint: null,
  details: { size: '', color: '', weight: null, note: '' },
  coldChain: false,
  controlled: false,
  attributes: {},
  lotControlled: false,
  billOfMaterials: { kind: '', parts: [] },
  quantity: null,
  initialLot: { lotNumber: '', expiryDate: '', noExpiry: false },
}

const option = ({ id, name }: { id: string; name: string }) => ({ id, label: name })

export function productValues(product: Product): ProductValues {
  const { details, billOfMaterials: bill } = product
  return {
    ...pick(product, ['name', 'description', 'sku', 'price', 'cost', 'moq', 'pcsPerCase', 'casesPerBale']),
    ...pick(product, ['reorderPoint', 'leadTimeDays', 'coldChain', 'controlled', 'lotControlled', 'quantity']),
    initialLot: newProduct.initialLot,
    barcode: product.barcode ?? '',
    supplierCode: product.supplierCode ?? '',
    attributes: Object.fromEntries(product.attributes.map(({ id, value }) => [id, value])),
    category: { id: product.category, label: product.category },
    supplier: option(product.supplier),
    warehouse: { id: product.warehouse.id, label: locationLabel(product.warehouse) },
    priceTiers: ofTiers((tier) => product.priceTiers[tier] ?? ''),
    details: {
      size: details.size ?? '',
      color: details.color ?? '',
      weight: details.weight === null ? null : Number(details.weight),
      note: details.note ?? '',
    },
    billOfMaterials: {
      kind: bill.length > 0 ? 'made' : 'bought',
      parts: bill.map(({ rawMaterialId, name, quantity }) => ({
        material: { id: rawMaterialId, label: name },
        quantity,
      })),
    },
  }
}

/** Describes the raw materials of a product in the conflict dialog. */
export const productTables: LineTables<ProductValues> = {
  billOfMaterials: {
    name: ({ material }) => material?.label ?? '',
    row: 'row',
    fields: [{ label: 'Quantity', words: ({ quantity }) => countWords(quantity) }],
  },
}

/** A copy of a product, without its unique values, which the user has to enter. */
export const copiedValues = (product: Product): ProductValues => ({
  ...productValues(product),
  name: `${product.name} (copy)`,
  sku: '',
  barcode: '',
  quantity: 0,
})

/** The request body of the form values. Missing values stay undefined, so that the schema reports them. */
export function productBody(values: ProductValues, quantityBefore?: number): ProductBody {
  const { billOfMaterials: bill, category, supplier, warehouse, details } = values
  const made = bill.parts.map((part) => ({ rawMaterialId: part.material?.id ?? '', quantity: part.quantity as number }))
  const body = {
    ...pick(values, ['name', 'description', 'sku', 'barcode', 'price', 'cost', 'coldChain', 'lotControlled']),
    ...pick(values, ['moq', 'casesPerBale', 'reorderPoint', 'supplierCode', 'leadTimeDays', 'controlled']),
    // Untouched fields have no value yet.
    attributes: Object.fromEntries(Object.entries(values.attributes).map(([id, value]) => [id, value ?? ''])),
    category: category?.label ?? '',
    supplier: supplier?.id ?? '',
    warehouse: warehouse?.id ?? '',
    priceTiers: Object.fromEntries(priceTiers.map((tier) => [tier, values.priceTiers[tier] || null])),
    pcsPerCase: values.pcsPerCase as number,
    details: { ...details, weight: details.weight },
    billOfMaterials: (bill.kind === 'bought'
      ? []
      : made.length > 0
        ? made
        : undefined) as ProductBody['billOfMaterials'],
    quantity: values.quantity as number,
    ...(quantityBefore === undefined && hasInitialLot(values) && { initialLot: initialLotOf(values) }),
  }
  if (quantityBefore === undefined) return body
  // Sent only if the user changed it, so that movements by others meanwhile are not reversed.
  const { quantity, ...rest } = body
  return (quantity === quantityBefore ? rest : { ...body, quantityBefore }) as ProductBody
}

/** Whether the form shows the fields of the initial lot. */
export const hasInitialLot = ({ lotControlled, quantity }: Pick<ProductValues, 'lotControlled' | 'quantity'>) =>
  lotControlled && quantity !== null && quantity > 0

// Drafts from before this field was added don't have it.
function initialLotOf({ initialLot = newProduct.initialLot }: ProductValues) {
  const { lotNumber, expiryDate, noExpiry } = initialLot
  return { lotNumber, ...(noExpiry ? { noExpiry } : { expiryDate: expiryDate || null }) }
}

function pick<T, K extends keyof T>(from: T, names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}

/** Maps a path of the request body to the form field that shows its error. */
export function productField(path: string): string {
  const [name, at, part] = path.split('.')
  if (name !== 'billOfMaterials') return path
  if (at === undefined) return 'billOfMaterials.kind'
  return `billOfMaterials.parts.${at}.${part === 'quantity' ? 'quantity' : 'material'}`
}
