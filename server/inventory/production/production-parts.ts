import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Allocation } from '#shared/inventory/stock/allocate.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { maxQuantity } from '#shared/quantity.ts'
import type { Work } from '#server/kernel/work.ts'
import type { StockEntry } from '#server/inventory/stock/stock-entry.ts'
import type { Demand } from '#server/inventory/stock/allocate-stock.ts'

interface Made {
  id: string
  name: string
  lot_controlled: boolean
}

/** The product to be made, locked against deletion. Throws NOT_FOUND. */
export async function productOf(work: Work, id: string): Promise<Made> {
  const { rows } = await sql<Made>`select id, name, lot_controlled from items
    where id = ${id} and kind = 'product' and deleted_at is null for key share`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** A material of a run: `quantity` includes `wasted`. */
export interface Part extends Demand {
  per: number
  wasted: number
}

/** The materials for a number of pieces by the bill of materials, plus waste. Throws INVALID, NOT_READY. */
export async function partsOf(
  work: Work,
  product: Made,
  pieces: number,
  wasted: readonly { itemId: string; quantity: number }[],
): Promise<Part[]> {
  const { rows } = await sql<{ itemId: string; itemName: string; per: number }>`select b.raw_material_id as "itemId",
      i.name as "itemName", b.quantity as per
    from bill_of_materials b join items i on i.id = b.raw_material_id where b.product_id = ${product.id}
    order by i.name, i.id`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_READY', `${product.name} has no bill of materials: it is purchased.`)
  for (const [at, { itemId }] of wasted.entries()) {
    if (!rows.some((row) => row.itemId === itemId))
      throw invalid(`wasted.${at}.itemId`, 'is not in the bill of materials')
    if (wasted.findIndex((one) => one.itemId === itemId) !== at) throw invalid(`wasted.${at}.itemId`, 'is named twice')
  }
  return rows.map(({ per, ...item }) => {
    const waste = wasted.find((one) => one.itemId === item.itemId)?.quantity ?? 0
    const quantity = per * pieces + waste
    if (quantity > maxQuantity) throw invalid('quantity', `needs too large a quantity of ${item.itemName}`)
    return { ...item, lineId: newId(), per, quantity, wasted: waste }
  })
}

/** The stock entries of a run's materials: waste is taken last of its material, and booked as scrap. */
export function consumed(
  allocations: readonly (Allocation & { demand: Demand })[],
  parts: readonly Part[],
  scrapReason: string | null,
): StockEntry[] {
  const left = new Map(parts.map((part) => [part.lineId, part.wasted]))
  return allocations.toReversed().flatMap(({ place, quantity, demand: { lineId } }) => {
    const waste = Math.min(quantity, left.get(lineId) ?? 0)
    left.set(lineId, (left.get(lineId) ?? 0) - waste)
    const at = { lineId, itemId: place.itemId, locationId: place.locationId, lotId: place.lotId, dCommitted: 0 }
    const used: StockEntry = { ...at, effect: 'MAKE_OUT', dOnHand: waste - quantity }
    const why = { reason: 'production', customReason: scrapReason }
    const scrap: StockEntry = { ...at, ...why, effect: 'SCRAP', dOnHand: -waste }
    return [used, scrap].filter((entry) => entry.dOnHand !== 0)
  })
}
