import { randomUUID } from 'node:crypto'
import { LocationInput } from '#shared/inventory/stock/api.ts'
import { TransferInput } from '#shared/inventory/transfers/api.ts'
import { ShelfInput } from '#shared/portal/shelf-api.ts'
import { postConsignmentUse } from '#server/flows/portal/post-consignment.ts'
import { setConsignee } from '#server/inventory/locations/consignee.ts'
import { createLocation } from '#server/inventory/locations/locations.ts'
import { completeTransfer } from '#server/inventory/transfers/complete-transfer.ts'
import { createTransfer, dispatchTransfer } from '#server/inventory/transfers/transfers.ts'
import type { Work } from '#server/kernel/work.ts'
import { listConsignments, takeConsignmentCount } from '#server/portal/consignments.ts'
import type { PortalViewer } from '#server/portal/portal-viewer.ts'
import { takeShelfCount } from '#server/portal/shelf-counts.ts'
import { listShelves } from '#server/portal/shelf-list.ts'
import { addShelf } from '#server/portal/shelves.ts'
import type { On } from './on-day.ts'

type Account = { id: string; name: string }

/** `which`: indexes of products, their par levels, and the counted pieces. */
const shelves = [
  { customer: 0, name: 'Ward 3', which: [0, 1, 3], par: [400, 200, 60], counted: [130, 210, 12] },
  { customer: 1, name: 'Theatre 2', which: [0, 2], par: [300, 100], counted: [40, 55] },
] as const

/** Two demo customers with shelves, one of them with consignment stock: one posted count, one to review. */
export async function fillShelves(
  on: On,
  accounts: readonly Account[],
  productIds: readonly string[],
  [central = '']: readonly string[],
): Promise<void> {
  for (const { customer, name, which, par, counted } of shelves) {
    const account = accounts[customer]
    if (!account) continue
    const items = which.map((at, index) => ({ productId: productIds[at] ?? '', par: par[index] ?? 1 }))
    await on(20, (work) => addShelf(work, account.id, ShelfInput.parse({ name, items })))
    await on(1, async (work) => {
      const { data } = await listShelves(work.tx, account.id, work.today)
      const lines = items.map(({ productId }, index) => ({ productId, counted: counted[index] ?? 0 }))
      const count = { countId: randomUUID(), countedAt: work.now.toISOString(), lines }
      await takeShelfCount(work, counterOf(work, account.id), data[0]?.id ?? '', count)
    })
  }
  const [, second] = accounts
  if (second) await consign(on, second, productIds.slice(0, 2), central)
}

async function consign(on: On, account: Account, itemIds: readonly string[], central: string): Promise<void> {
  const input = LocationInput.parse({ name: `Consignment ${account.name}`.slice(0, 160), type: 'Warehouse' })
  const { id, version } = await on(16, (work) => createLocation(work, input))
  await on(16, (work) => setConsignee(work, id, version, account.id))
  const lines = itemIds.map((itemId) => ({ itemId, quantity: 40 }))
  const transfer = TransferInput.parse({ sourceId: central, destinationId: id, note: 'Consignment', lines })
  const transferId = await on(15, (work) => createTransfer(work, transfer))
  await on(14.8, (work) => dispatchTransfer(work, transferId))
  await on(14.5, (work) => completeTransfer(work, transferId, { differences: [] }))
  const count = (daysAgo: number, left: number) =>
    on(daysAgo, async (work) => {
      const { data } = await listConsignments(work.tx, account.id)
      const lots = data[0]?.lots ?? []
      const countId = randomUUID()
      await takeConsignmentCount(work, counterOf(work, account.id), id, {
        countId,
        countedAt: work.now.toISOString(),
        lines: lots.map(({ lotId, onHand }) => ({ lotId, counted: Math.floor(onHand * left) })),
      })
      return countId
    })
  const used = await count(5, 0.7)
  await on(4.5, (work) => postConsignmentUse(work, used))
  await count(0.2, 0.5)
}

/** The portal viewer who counts at the customer. */
const counterOf = ({ caller }: Work, accountId: string): PortalViewer => ({
  accountId,
  userId: caller.userId,
  name: caller.name,
  role: 'owner',
  approvalLimit: null,
  isOffice: false,
})
