import { can } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { lineLotsApi } from '#shared/sales/orders/line-lots-api.ts'
import { whyLotsNotChosen } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeAllocations } from '#server/inventory/stock/commit-stock.ts'
import { releaseLine } from '#server/inventory/stock/commitments.ts'
import { chosenAllocations } from '#server/inventory/stock/chosen-allocations.ts'
import { lockItems, readPlaces } from '#server/inventory/stock/allocate-stock.ts'
import { assertOpen, lockOrder, recordHoldEvent } from '#server/sales/orders/order-lock.ts'
import { stockSource } from './order-stock.ts'

type Choice = RequestOf<(typeof lineLotsApi.chooseLots)['spec']>['body']

/**
 * Commits one line to the lots that a user chooses, all or nothing. Lots that expire later than FEFO would choose need a reason
 * and the right to edit inventory; the reason is stored with the commitment.
 */
export async function chooseLots(work: Work, orderId: string, lineId: string, choice: Choice): Promise<void> {
  const order = await lockOrder(work, orderId)
  const line = order.lines.find((one) => one.lineId === lineId)
  if (!line) throw new Refusal('NOT_FOUND')
  assertOpen(whyLotsNotChosen(order), order)
  await lockItems(work, [line.itemId])
  await releaseLine(work, stockSource(order), lineId)
  const places = await readPlaces(work, [line.itemId])
  const { allocations, isOwn } = chosenAllocations(places, choice.allocations, line.quantity, order.rule)
  if (isOwn) await refuseUnfounded(work, choice.reason)
  const reason = isOwn ? choice.reason : null
  await writeAllocations(
    work,
    stockSource(order),
    allocations.map((allocation) => ({ ...allocation, demand: line })),
    'PICK_IN',
    { choice: { reason, by: work.caller.userId } },
  )
  await recordHoldEvent(work, order, 'lotsChosen', reason ?? 'First expiring first')
  const lots = allocations.map(({ place, quantity }) => ({
    lotId: place.lotId,
    locationId: place.locationId,
    quantity,
  }))
  work.audit('order.lineLots', 'salesOrder', order.id, { lineId, lots, reason })
}

async function refuseUnfounded(work: Work, reason: string | null): Promise<void> {
  if (!can(work.caller, 'inventory.edit')) {
    throw new Refusal(
      'FORBIDDEN',
      'Only people who can edit the inventory can choose a lot other than the first to expire.',
    )
  }
  if (!reason) throw invalid('reason', 'is required: another lot expires first')
}
