import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { NewProduct, ProductChange } from '#shared/inventory/stock/product.ts'
import { exactNumber, parseDecimal } from '#shared/money.ts'
import { takeNumbers } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeStock } from './ledger.ts'

type Input = z.output<typeof NewProduct> | z.output<typeof ProductChange>

const tier = (price: bigint | null | undefined) => (price == null ? null : exactNumber(price))

/** The columns of a product's row, from the form. */
export const itemColumns = (input: Input, categoryId: string | null) => ({
  sku: input.sku,
  name: input.name,
  description: input.description,
  category_id: categoryId,
  supplier_id: input.supplier,
  location_id: input.warehouse,
  price: exactNumber(input.price),
  cost: exactNumber(input.cost),
  price_retail: tier(input.priceTiers.retail),
  price_wholesale: tier(input.priceTiers.wholesale),
  price_distributor: tier(input.priceTiers.distributor),
  price_high_volume: tier(input.priceTiers.highVolume),
  moq: input.moq ?? null,
  pcs_per_case: input.pcsPerCase,
  cases_per_bale: input.casesPerBale ?? null,
  size: input.details.size,
  color: input.details.color,
  weight_grams: input.details.weight ? Number(parseDecimal(input.details.weight, 3)) : null,
  note: input.details.note,
  barcode: input.barcode,
  cold_chain: input.coldChain,
  lot_controlled: input.lotControlled,
  reorder_point: input.reorderPoint ?? null,
  controlled: input.controlled,
  supplier_code: input.supplierCode,
  lead_time_days: input.leadTimeDays ?? null,
})

/** Adds products without stock. Their references must be checked and locked. */
export async function addProducts(
  work: Work,
  products: readonly { id: string; columns: ReturnType<typeof itemColumns> }[],
): Promise<void> {
  if (products.length === 0) return
  const rows = products.map(({ id, columns }) => ({
    id,
    kind: 'product',
    ...columns,
    sku: columns.sku ?? skuOf(id),
  }))
  await work.tx.insertInto('items').values(rows).execute()
  await openStock(work, ...rows.map(({ id }) => id))
  for (const { id, columns } of products)
    work.audit('product.created', 'product', id, { name: columns.name, sku: columns.sku })
}

/** Creates the lot "none" and the totals, which every item has from the start. */
export async function openStock(work: Work, ...itemIds: string[]): Promise<void> {
  await sql`with opened as (select unnest(${itemIds}::uuid[]) as id),
      lot as (insert into lots (id, item_id, lot_number) select id, id, 'none' from opened)
    insert into item_stock (item_id) select id from opened`.execute(work.tx)
}

export const skuOf = (id: string) => `P-${id.replaceAll('-', '').slice(-10).toUpperCase()}`

export interface OpeningStock {
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

/** Books the initial quantities of new items, called `entity` in the audit log: an adjustment for each, in one operation. */
export async function openWith(
  work: Work,
  parts: readonly OpeningStock[],
  entity: 'product' | 'rawMaterial' = 'product',
): Promise<void> {
  const [first, ...rest] = parts.map((part) => ({ ...part, id: newId() }))
  if (!first) return
  const adjustments = [first, ...rest]
  const reason = 'manual_adjustment'
  await writeStock(
    work,
    { type: 'adjustment', id: first.id, cycle: 1, reason },
    adjustments.map(({ id, itemId, locationId, lotId, quantity }) => ({
      effect: 'INITIAL',
      itemId,
      locationId,
      lotId,
      dOnHand: quantity,
      dCommitted: 0,
      lineId: id,
      of: { id, cycle: 1 },
    })),
  )
  const year = Number(work.today.slice(0, 4))
  const numbers = await takeNumbers(
    work,
    adjustments.map(() => ({ series: 'ADJ', year })),
  )
  const rows = adjustments.map(({ id, itemId, quantity }, at) => ({
    id,
    number: numbers[at] ?? '',
    item_id: itemId,
    kind: 'initial',
    quantity,
    reason,
    actor_id: work.caller.userId,
    at: work.now,
  }))
  await work.tx.insertInto('stock_adjustments').values(rows).execute()
  for (const { item_id: itemId, number, quantity } of rows)
    work.audit('stock.initial', entity, itemId, { number, quantity, reason, customReason: null })
}
