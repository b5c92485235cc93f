import { addDays } from '#shared/dates.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { formatAmount } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { feeKinds } from '#shared/purchasing/orders/purchase-amounts.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { changeSettings } from '#test/settings.ts'
import { type Chance, isDone, oneOf, reason } from './selling-company.ts'

/* A company that buys, with random steps: each has its effect or is refused. */

export interface BuyingCompany {
  admin: Client
  /** Approves the purchase orders that `admin` creates. */
  approver: Client
  place: TestPlace
  /** The first two are lot-tracked. */
  items: readonly string[]
  purchases: string[]
  day: string
  /** Whether there are supplier returns. */
  isReturning: boolean
  answers: Map<string, number>
}

/** Items that are always short; orders above 900.00 need approval; over-delivery of 10 % is allowed. */
export async function openBuyingCompany(admin: Client) {
  await changeSettings(admin, { purchasing: { approvalLimit: '900.00', overReceiptPercent: 10 } })
  const place = await addPlace(admin)
  const items: string[] = []
  for (const lotControlled of [true, true, false])
    items.push((await addProduct(admin, place, { lotControlled, cost: '3.33', reorderPoint: 1_000_000 })).id)
  return { admin, place, items }
}

const draftOf = ({ place, items, day }: BuyingCompany, { a, b, c }: Chance) => ({
  supplierId: place.supplier.id,
  locationId: place.warehouse.id,
  expectedDate: b % 3 === 0 ? null : addDays(day, (b % 5) - 1),
  lines: Array.from({ length: 1 + (a % 3) }, (_none, at) => ({
    itemId: items[(b + at) % 3] ?? '',
    quantity: 1 + ((c * (at + 1)) % 40),
    unitCost: formatAmount(BigInt(1 + ((b * 7 + c) % 3000))),
  })),
  fees: Array.from({ length: c % 3 }, (_none, at) => ({
    kind: feeKinds[(a + at) % feeKinds.length] ?? 'other',
    label: 'By chance',
    amount: formatAmount(BigInt(1 + ((a * 13 + b) % 5000))),
  })),
})

async function orderOf({ admin, purchases }: BuyingCompany, which: number): Promise<PurchaseOrder | undefined> {
  // Mostly one of the last orders, as the earlier ones are done.
  const some = which % 4 === 0 ? purchases : purchases.slice(-4)
  const id = oneOf(some, which)
  const found = id ? await admin.call(purchasingApi.getPurchaseOrder, { params: { id } }) : undefined
  return found?.status === 200 ? found.body : undefined
}

async function buy(company: BuyingCompany, chance: Chance) {
  const { admin, approver, purchases } = company
  const { id } = await admin.do(purchasingApi.createPurchaseOrder, { body: draftOf(company, chance) })
  purchases.push(id)
  if (chance.a % 5 === 0) return
  const params = { id }
  const placed = await admin.call(purchasingApi.submit, { params, body: {} })
  if (!isDone(company, 'submit', placed) || placed.body.status === 'Open' || chance.b % 3 === 0) return
  const { version } = placed.body
  isDone(company, 'approve', await approver.call(purchasingApi.approve, { params, body: {} }, { version }))
}

async function change(company: BuyingCompany, chance: Chance) {
  const order = await orderOf(company, chance.a)
  if (!order) return
  const { id, version } = order
  const call = { params: { id }, body: draftOf(company, chance) }
  isDone(company, 'change', await company.admin.call(purchasingApi.updatePurchaseOrder, call, { version }))
}

/** Receives all open pieces, a part of them, or more than ordered; some of them damaged. */
async function receive(company: BuyingCompany, { a, b, c }: Chance) {
  const order = await orderOf(company, a)
  if (!order) return
  const lines = order.orderLines.flatMap(({ id, item, open, receivable }, at) => {
    const quantity = [open, receivable, Math.ceil(open / 2), Math.ceil(open / 3)][(b + at) % 4] ?? 0
    if (quantity === 0 || (c + at) % 5 === 0) return []
    const lot = item.lotControlled && { lotNumber: `L-${(b + at) % 9}`, expiryDate: '2030-01-01' }
    return [{ lineId: id, quantity, damaged: (c + at) % 4 === 0, ...lot }]
  })
  if (lines.length === 0) return
  const call = { params: { id: order.id }, body: { lines } }
  isDone(company, 'receive', await company.admin.call(purchasingApi.receive, call))
}

async function takeBack(company: BuyingCompany, { a, b }: Chance) {
  const order = await orderOf(company, a)
  const receipt = oneOf(order?.receipts ?? [], b)
  if (!order || !receipt) return
  const call = { params: { id: order.id, receiptId: receipt.id }, body: reason }
  isDone(company, 'reverse', await company.admin.call(purchasingApi.reverseReceipt, call))
}

async function sendBack(company: BuyingCompany, { a, b, c }: Chance) {
  if (!company.isReturning) return
  const order = await orderOf(company, a)
  const came = (order?.receipts ?? []).flatMap(({ lines }) => lines).filter(({ returnable }) => returnable > 0)
  if (!order || came.length === 0) return
  const lines = came.slice(0, 1 + (b % 2)).map(({ id, returnable }) => ({
    receiptLineId: id,
    quantity: 1 + (c % returnable),
  }))
  const call = { params: { id: order.id }, body: { ...reason, lines } }
  isDone(company, 'return', await company.admin.call(purchasingApi.return, call))
}

type Move = 'submit' | 'redraft' | 'cancel' | 'close' | 'reopen'
const move = (act: Move) => async (company: BuyingCompany, chance: Chance) => {
  const order = await orderOf(company, chance.a)
  if (!order) return
  const call = { params: { id: order.id }, body: act === 'submit' || act === 'reopen' ? {} : reason }
  isDone(company, act, await company.admin.call(purchasingApi[act] as typeof purchasingApi.cancel, call as never))
}

async function remove(company: BuyingCompany, { a }: Chance) {
  const order = await orderOf(company, a)
  const params = { id: order?.id ?? '' }
  if (order) isDone(company, 'delete', await company.admin.call(purchasingApi.deletePurchaseOrder, { params }))
}

/** Removes pieces of a lot, so that fees of later receipts find fewer pieces. */
async function lose(company: BuyingCompany, { a, b, c }: Chance) {
  const { admin, items } = company
  const id = items[a % 2] ?? ''
  const { data } = await admin.do(lotsApi.listLots, { query: { product: id, limit: 200 } })
  const lot = oneOf(
    data.filter(({ onHand }) => onHand > 0),
    b,
  )
  if (!lot) return
  const quantity = c % 2 ? lot.onHand : 1 + (c % lot.onHand)
  const body = { quantity, reason: 'damaged_quantity' as const, lotId: lot.id }
  isDone(company, 'lose', await admin.call(inventoryApi.reduceStock, { params: { id }, body }))
}

/** The possible steps; frequent steps are listed several times. */
export const buyingSteps: readonly ((company: BuyingCompany, chance: Chance) => Promise<void>)[] = [
  buy,
  buy,
  buy,
  receive,
  receive,
  receive,
  receive,
  takeBack,
  sendBack,
  lose,
  change,
  remove,
  ...(['submit', 'redraft', 'cancel', 'close', 'close', 'reopen'] as const).map(move),
]
