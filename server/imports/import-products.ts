import { v7 as newId } from 'uuid'
import { type ProductColumn, productColumns, productColumnSet } from '#shared/imports/product-columns.ts'
import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import type { Work } from '#server/kernel/work.ts'
import { addLots } from '#server/inventory/stock/arriving-lots.ts'
import { addProducts, itemColumns, openWith } from '#server/inventory/stock/new-products.ts'
import { updateProduct } from '#server/inventory/products/products.ts'
import { importOfRecords } from './import-records.ts'
import { type Creation, planProducts } from './plan-products.ts'

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

/** A list of products: each row adds one, or changes the one with its SKU. */
export const productKind = importOfRecords({
  name: 'products',
  calls: productImportsApi,
  key: 'sku',
  columns: productColumns,
  columnSet: productColumnSet,
  example,
  template: 'products-template.csv',
  batchRows: 200,
  plan: planProducts,
  carryOut: async (work, { creations, changes }) => {
    for (const { before, input } of changes) await updateProduct(work, before.id, before.version, input)
    await create(work, creations)
  },
})

async function create(work: Work, creations: readonly Creation[]): Promise<void> {
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
}

function lotOf({ id, input }: { id: string; input: Creation['input'] }) {
  if (!input.lotControlled || !input.initialLot) return null
  const { lotNumber, expiryDate } = input.initialLot
  return { id: newId(), itemId: id, lotNumber, expiryDate: expiryDate ?? null }
}
