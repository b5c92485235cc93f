import { addDays } from '#shared/dates.ts'
import { AddStock } from '#shared/inventory/stock/stock-changes.ts'
import { NewProduct } from '#shared/inventory/stock/product.ts'
import { ProductionInput } from '#shared/inventory/production/api.ts'
import { NewRawMaterial } from '#shared/inventory/raw-materials/api.ts'
import { addStock } from '#server/inventory/stock/adjustments.ts'
import { produce, reverseProduction } from '#server/inventory/production/production.ts'
import { createProduct } from '#server/inventory/products/products.ts'
import { createRawMaterial } from '#server/inventory/raw-materials/raw-materials.ts'
import type { On } from './on-day.ts'

/** Name, type, unit cost, and stock at the factory: lots as [number, days until expiry, pieces], or pieces. */
const materials = [
  [
    'Spunbond fabric, 25 g, mask cut',
    'Fabric',
    '0.0080',
    [
      ['SB-2207', 120, 18_000],
      ['SB-2311', 420, 60_000],
    ],
  ],
  ['Meltblown filter, mask cut', 'Fabric', '0.0110', [['MB-118', 200, 40_000]]],
  ['Ear loop, elastic, 18 cm', 'Elastic', '0.0020', 90_000],
  ['Nose wire, coated, 10 cm', 'Wire', '0.0015', 30_000],
] as const

/** Pieces of each material per product, in their order. */
const goods = [
  { name: 'Procedure mask, made here', sku: 'MSK-OWN', price: '0.0690', bill: [2, 1, 2, 1] },
  { name: 'Visitor mask, two-ply', sku: 'MSK-VIS', price: '0.0420', bill: [2, 0, 2, 0] },
] as const

/** Production runs, by days ago; `taken`: the reason for reversing the run a day later. */
const runs = [
  { good: 0, quantity: 6000, daysAgo: 40, rejected: 0, wasted: 0, note: 'First batch on the new line' },
  { good: 1, quantity: 3000, daysAgo: 26, rejected: 0, wasted: 0, note: null },
  {
    good: 0,
    quantity: 8000,
    daysAgo: 12,
    rejected: 140,
    wasted: 220,
    note: null,
    scrap: 'The welder ran too hot for an hour',
  },
  {
    good: 1,
    quantity: 500,
    daysAgo: 6,
    rejected: 0,
    wasted: 0,
    note: null,
    taken: 'Packed in the wrong carton, counted twice',
  },
  {
    good: 0,
    quantity: 2500,
    daysAgo: 1,
    rejected: 20,
    wasted: 0,
    note: 'For the depot',
    scrap: 'Loops torn at the start',
  },
] as const

/** The demo company's factory: raw materials, two products made of them, and production runs. */
export async function makeProducts(
  on: On,
  today: string,
  factory: string,
  category: string,
  supplier: string,
): Promise<void> {
  const ids: string[] = []
  for (const [name, materialType, cost, stock] of materials) {
    const lots = typeof stock === 'number' ? [] : stock
    const input = NewRawMaterial.parse({
      name,
      materialType,
      cost,
      supplier,
      location: factory,
      lotControlled: lots.length > 0,
      quantity: typeof stock === 'number' ? stock : 0,
    })
    const { id } = await on(70, (work) => createRawMaterial(work, input))
    ids.push(id)
    for (const [lotNumber, days, quantity] of lots) {
      const arrival = AddStock.parse({
        quantity,
        reason: 'purchase_order',
        lotNumber,
        expiryDate: addDays(today, days),
      })
      await on(69, (work) => addStock(work, id, arrival, 'raw_material'))
    }
  }
  const made: string[] = []
  for (const { name, sku, price, bill } of goods) {
    const input = NewProduct.parse({
      name,
      sku,
      description: `${name}, 50 a box.`,
      category,
      supplier,
      warehouse: factory,
      price,
      cost: '0.0300',
      pcsPerCase: 50,
      quantity: 0,
      lotControlled: true,
      billOfMaterials: bill.flatMap((quantity, at) => (quantity > 0 ? [{ rawMaterialId: ids[at], quantity }] : [])),
    })
    made.push((await on(65, (work) => createProduct(work, input))).id)
  }
  for (const { good, quantity, daysAgo, rejected, wasted, note, ...more } of runs) {
    const input = ProductionInput.parse({
      locationId: factory,
      quantity,
      rejected,
      wasted: wasted > 0 ? [{ itemId: ids[0], quantity: wasted }] : [],
      scrapReason: 'scrap' in more ? more.scrap : null,
      note,
      expiryDate: addDays(today, 720 - daysAgo),
    })
    const id = await on(daysAgo, (work) => produce(work, made[good] ?? '', input))
    if ('taken' in more) await on(daysAgo - 1, (work) => reverseProduction(work, id, more.taken))
  }
}
