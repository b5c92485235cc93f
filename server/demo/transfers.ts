import { NewKit } from '#shared/inventory/kits/api.ts'
import { TransferInput } from '#shared/inventory/transfers/api.ts'
import { completeTransfer } from '#server/inventory/transfers/complete-transfer.ts'
import { createKitOrder } from '#server/inventory/kits/kit-orders.ts'
import { createKit } from '#server/inventory/kits/kits.ts'
import { completeKitOrder, takeApartKits } from '#server/inventory/kits/pack-kits.ts'
import { cancelTransfer, createTransfer, dispatchTransfer } from '#server/inventory/transfers/transfers.ts'
import type { On } from './on-day.ts'

/** Transfers between the two warehouses; `which` are indexes of products. */
const transfers = [
  { from: 'central', to: 'First stock for the depot', which: [0, 1, 2], quantity: 400, daysAgo: 60, end: 'completed' },
  { from: 'central', to: 'Refill', which: [0, 3], quantity: 200, daysAgo: 20, end: 'completed' },
  { from: 'central', to: '', which: [5], quantity: 50, daysAgo: 12, end: 'cancelled' },
  { from: 'north', to: 'Asked for by Central', which: [0], quantity: 120, daysAgo: 2, end: 'dispatched' },
  { from: 'central', to: 'Weekly refill', which: [1, 2, 3], quantity: 100, daysAgo: 0.5, end: 'pending' },
] as const

/** The demo company's transfers, in every state. */
export async function moveStock(on: On, productIds: readonly string[], places: readonly string[]): Promise<void> {
  const [central = '', north = ''] = places
  for (const { from, to, which, quantity, daysAgo, end } of transfers) {
    const input = TransferInput.parse({
      sourceId: from === 'central' ? central : north,
      destinationId: from === 'central' ? north : central,
      note: to,
      lines: which.map((at) => ({ itemId: productIds[at], quantity })),
    })
    const id = await on(daysAgo, (work) => createTransfer(work, input))
    if (end === 'pending') continue
    if (end === 'cancelled') await on(daysAgo - 0.5, (work) => cancelTransfer(work, id, 'The van broke down'))
    else await on(daysAgo - 0.2, (work) => dispatchTransfer(work, id))
    if (end === 'completed') await on(daysAgo - 1, (work) => completeTransfer(work, id, { differences: [] }))
  }
}

/** The demo company's kits: some packed, some planned, one partly taken apart. */
export async function packKits(on: On, productIds: readonly string[], places: readonly string[]): Promise<void> {
  const [central = ''] = places
  for (const { name, price, parts, quantity } of kits) {
    const input = NewKit.parse({
      name,
      price,
      warehouse: central,
      components: parts.map(([at, pieces]) => ({ itemId: productIds[at], quantity: pieces })),
      quantity,
    })
    const { id, orderId } = await on(30, (work) => createKit(work, input))
    if (orderId === null) continue
    await on(29, (work) => completeKitOrder(work, orderId))
    await on(25, (work) => takeApartKits(work, orderId, { quantity: 2, reason: 'Parts were wanted alone' }))
    await on(1, (work) => createKitOrder(work, { kitId: id, locationId: central, quantity: 5, note: null }))
  }
}

/** `parts`: indexes of products, and the pieces per kit. */
const kits = [
  {
    name: 'Examination set',
    price: '4.90',
    parts: [
      [0, 4],
      [2, 1],
      [3, 2],
    ],
    quantity: 40,
  },
  {
    name: 'Visitor protection set',
    price: '1.20',
    parts: [
      [1, 2],
      [3, 1],
    ],
    quantity: 0,
  },
] as const
