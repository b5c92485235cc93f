import { TransferInput } from '#shared/inventory/transfers-api.ts'
import { completeTransfer } from '#server/inventory/complete-transfer.ts'
import { cancelTransfer, createTransfer, dispatchTransfer } from '#server/inventory/transfers.ts'
import type { On } from './world.ts'

/** Goods moved between the two warehouses; `which` are places in the list of products. */
const transfers = [
  { from: 'central', to: 'First stock for the depot', which: [0, 1, 2], quantity: 400, daysAgo: 60, end: 'completed' },
  { from: 'central', to: 'Refill', which: [0, 3], quantity: 200, daysAgo: 20, end: 'completed' },
  { from: 'central', to: '', which: [5], quantity: 50, daysAgo: 12, end: 'cancelled' },
  { from: 'north', to: 'Asked for by Central', which: [0], quantity: 120, daysAgo: 2, end: 'dispatched' },
  { from: 'central', to: 'Weekly refill', which: [1, 2, 3], quantity: 100, daysAgo: 0.5, end: 'pending' },
] as const

/** The demo company's transfers, in every state. */
export async function moveSome(on: On, productIds: readonly string[], places: readonly string[]): Promise<void> {
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
