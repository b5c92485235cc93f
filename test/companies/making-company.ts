import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { divideHalfEven } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { randomFrom } from './random-company.ts'

/**
 * Pieces of an item that came in, their total value in ten-thousandths, and the day from which a reversed run doesn't
 * count.
 */
interface Layer {
  day: string
  pieces: number
  total: bigint
  gone: string | null
}
/** The expected values of an item, from its movements. */
export interface TrackedItem {
  id: string
  name: string
  isMaterial: boolean
  onHand: number
  cost: bigint
  moved: { day: string; quantity: number }[]
  layers: Layer[]
  costs: { day: string; cost: bigint }[]
  corrections: { day: string; effect: string; reason: string; quantity: number }[]
  /** Cost per piece of each lot, for lot-tracked products. */
  lots: Map<string, bigint>
}
interface Run {
  id: string
  product: TrackedItem
  quantity: number
  total: bigint
  layer: Layer
  used: { material: TrackedItem; quantity: number; cost: bigint }[]
}
/** Goods shipped to a customer. */
interface MadeSale {
  day: string
  item: TrackedItem
  orderId: string
  parcel: { lot: string; quantity: number }[]
}

export const costOn = ({ costs }: TrackedItem, day: string) =>
  (costs.filter((one) => one.day <= day).at(-1) ?? costs[0])?.cost ?? 0n

function arrive(item: TrackedItem, day: string, pieces: number, total: bigint): Layer {
  const layer = { day, pieces, total, gone: null }
  item.layers.push(layer)
  move(item, day, pieces, total)
  return layer
}

/** A movement with a value changes the average cost; if nothing is left on hand, the old average stays. */
function move(item: TrackedItem, day: string, quantity: number, value: bigint | null = null) {
  item.moved.push({ day, quantity })
  const worth = BigInt(item.onHand) * item.cost + (value ?? 0n)
  item.onHand += quantity
  if (value === null || item.onHand <= 0 || worth < -BigInt(item.onHand)) return
  item.cost = worth < 0n ? 0n : divideHalfEven(worth, BigInt(item.onHand))
  item.costs.push({ day, cost: item.cost })
}

const start = '2026-01-12'
const price = (tenThousandths: bigint) =>
  `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`

/** Runs five months of a company that produces what it sells, through the API; records what was done. */
export async function makeAndSell(admin: Client, setNow: (moment: Date) => void, seed: number) {
  const pick = randomFrom(seed)
  let today = start
  const on = (day: string) => {
    today = day > today ? day : today
    setNow(new Date(`${today}T09:00:00Z`))
  }
  on(start)
  const place = await addPlace(admin)
  const account = await addAccount(admin)
  const factory = await admin.do(inventoryApi.createLocation, { body: { name: `Works ${seed}`, type: 'Factory' } })
  const items: TrackedItem[] = []
  const sales: MadeSale[] = []
  const runs: Run[] = []
  const counts = { made: 0, reversed: 0, rejected: 0, wasted: 0 }
  const keep = (id: string, name: string, isMaterial: boolean, cost: bigint): TrackedItem => {
    const costs = [{ day: '0000-01-01', cost }]
    const item = {
      id,
      name,
      isMaterial,
      onHand: 0,
      cost,
      moved: [],
      layers: [],
      costs,
      corrections: [],
      lots: new Map(),
    }
    items.push(item)
    return item
  }
  let lots = 0
  async function addMaterial(lotControlled: boolean): Promise<TrackedItem> {
    const cost = BigInt(1000 + pick(9000))
    const quantity = lotControlled ? 0 : 200 + pick(200)
    const name = `Material ${seed}-${items.length}`
    const body = { name, materialType: 'Film', location: factory.id, cost: price(cost), quantity, lotControlled }
    const item = keep((await admin.do(rawMaterialsApi.createRawMaterial, { body })).id, name, true, cost)
    if (quantity > 0) arrive(item, today, quantity, BigInt(quantity) * cost)
    return item
  }
  async function buy(material: TrackedItem, lotControlled: boolean) {
    const quantity = 60 + pick(120)
    const unit = BigInt(10 + pick(90))
    const order = await placePurchase(admin, { ...place, warehouse: factory }, [
      [material.id, quantity, `0.${String(unit).padStart(2, '0')}`],
    ])
    lots += 1
    const lot = lotControlled && { lotNumber: `M-${seed}-${lots}`, expiryDate: addDays('2028-01-01', pick(300)) }
    const lines = order.orderLines.map((line) => ({ lineId: line.id, quantity, ...lot }))
    await admin.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
    arrive(material, today, quantity, BigInt(quantity) * unit * 100n)
  }
  const film = await addMaterial(true)
  const glue = await addMaterial(false)
  const recipes: { product: TrackedItem; parts: readonly (readonly [TrackedItem, number])[] }[] = []
  for (const lotControlled of [true, false]) {
    const parts = [[film, 1 + pick(3)] as const, [glue, 1 + pick(4)] as const]
    const cost = BigInt(10_000 + pick(30_000))
    const quantity = lotControlled ? 0 : 5 + pick(10)
    const billOfMaterials = parts.map(([{ id }, each]) => ({ rawMaterialId: id, quantity: each }))
    const made = { lotControlled, billOfMaterials, quantity, cost: price(cost), price: `${9 + pick(9)}.${pick(10)}5` }
    const { id, name } = await addProduct(admin, place, made)
    const product = keep(id, name, false, cost)
    if (quantity > 0) arrive(product, today, quantity, BigInt(quantity) * cost)
    recipes.push({ product, parts })
  }

  async function produce() {
    const recipe = recipes[pick(2)]
    if (!recipe) return
    const { product, parts } = recipe
    const [quantity, rejected] = [2 + pick(9), pick(3) ? 0 : 1 + pick(3)]
    const wasted = new Map(parts.flatMap(([part]) => (pick(3) === 0 ? [[part, 1 + pick(5)] as const] : [])))
    const isScrap = rejected > 0 || wasted.size > 0
    const body = {
      locationId: factory.id,
      quantity,
      rejected,
      wasted: [...wasted].map(([part, pieces]) => ({ itemId: part.id, quantity: pieces })),
      ...(isScrap && { scrapReason: 'Torn' }),
    }
    const { status, body: run } = await admin.call(productionApi.produce, { params: { id: product.id }, body })
    // Refused if a material is short.
    if (status >= 300) return
    counts.made += 1
    counts.rejected += rejected
    const used = parts.map(([material, each]) => {
      const pieces = each * (quantity + rejected) + (wasted.get(material) ?? 0)
      return { material, quantity: pieces, cost: BigInt(pieces) * material.cost }
    })
    for (const { material, quantity: pieces } of used) move(material, today, -pieces)
    // The wasted pieces of each lot are a ledger entry of their own.
    for (const { id, lots: shares } of run.materials)
      for (const share of shares) {
        counts.wasted += share.wasted
        if (share.wasted > 0)
          items
            .find((one) => one.id === id)
            ?.corrections.push({
              day: today,
              effect: 'SCRAP',
              reason: 'production',
              quantity: -share.wasted,
            })
      }
    if (rejected > 0)
      product.corrections.push({ day: today, effect: 'SCRAP', reason: 'production', quantity: -rejected })
    const total = used.reduce((sum, { cost }) => sum + cost, 0n)
    const layer = arrive(product, today, quantity, total)
    if (run.lotNumber) product.lots.set(run.lotNumber, divideHalfEven(total, BigInt(quantity)))
    runs.push({ id: run.id, product, quantity, total, layer, used })
  }
  async function reverse() {
    const run = runs[pick(Math.max(1, runs.length))]
    if (!run) return
    on(addDays(today, 1))
    const at = { params: { id: run.id }, body: { reason: 'Wrong label' } }
    // Refused if goods of the run are gone, or if it was reversed before.
    if ((await admin.call(productionApi.reverseProduction, at)).status >= 300) return
    counts.reversed += 1
    run.layer.gone = today
    move(run.product, today, -run.quantity, -run.total)
    for (const { material, quantity, cost } of run.used) move(material, today, quantity, cost)
  }
  async function sell() {
    const item = recipes[pick(2)]?.product
    if (!item || item.onHand < 3) return
    const quantity = 1 + pick(Math.min(6, item.onHand))
    const { id } = await deliveredOrder(admin, account.id, [[item.id, quantity]])
    const { shipments } = await admin.do(salesApi.getOrder, { params: { id } })
    const parcel = shipments.flatMap((one) => one.parcel.map((piece) => ({ ...piece, lot: piece.lot.number })))
    sales.push({ day: today, item, orderId: id, parcel })
    move(item, today, -quantity)
  }
  async function lose() {
    const item = items[pick(items.length)]
    if (!item || item.onHand < 10) return
    const quantity = 1 + pick(2)
    const reason = pick(2) ? 'lost_stock' : 'damaged_quantity'
    const found = item.isMaterial
      ? await admin.do(rawMaterialsApi.getRawMaterial, { params: { id: item.id } })
      : await admin.do(inventoryApi.getProduct, { params: { id: item.id } })
    const shelf = found.stock.find(({ onHand }) => onHand >= quantity)
    if (!shelf) return
    const from = { locationId: shelf.location.id, ...(shelf.lotNumber && { lotId: shelf.lotId }) }
    const at = { params: { id: item.id }, body: { quantity, reason, ...from } } as const
    if (item.isMaterial) await admin.do(rawMaterialsApi.reduceStock, at)
    else await admin.do(inventoryApi.reduceStock, at)
    move(item, today, -quantity)
    item.corrections.push({ day: today, effect: 'REDUCE', reason, quantity: -quantity })
  }

  await buy(film, true)
  for (let day = addDays(start, 2); day < '2026-06-10'; day = addDays(day, 2 + pick(5))) {
    on(day)
    const acts = [produce, produce, produce, sell, sell, reverse, lose, () => buy(film, true), () => buy(glue, false)]
    await acts[pick(acts.length)]?.()
    if (pick(3) === 0) await produce()
  }
  return { items, sales, counts, accountId: account.id }
}
export type MakingCompany = Awaited<ReturnType<typeof makeAndSell>>
