import { sql } from 'kysely'
import { completeLent, openReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { v7 as newId } from 'uuid'
import { assertStillOwn } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { bookLocked, lockBalances } from '#server/inventory/stock/ledger.ts'
import type { StockEntry } from '#server/inventory/stock/stock-entry.ts'
import { openQuarantine, refuseRecalledSince } from '#server/inventory/lots/quarantine.ts'
import { creditReturn, lockInvoiceOf } from '#server/invoicing/credit-notes.ts'
import { lockCredit } from '#server/invoicing/credit.ts'
import { transitionOrder, notePaymentStatus } from '#server/sales/orders/order-lock.ts'
import { deliveredLots } from '#server/sales/returns/returnable.ts'
import { quarantineWithoutLot } from '#server/sales/returns/dispositions.ts'
import {
  type LockedReturn,
  lockReturn,
  transitionReturn,
  assertReturnTransition,
} from '#server/sales/returns/return-lock.ts'

/**
 * Books the returned goods by their dispositions, credits the customer at the price they paid, and closes the order if they have
 * nothing left of it.
 */
export async function completeReturn(
  work: Work,
  id: string,
  seen: number,
  { creditCharges }: { creditCharges: boolean },
): Promise<void> {
  const account = await accountOf(work, id)
  if (account) await lockCredit(work, account)
  const found = await lockReturn(work, id, seen)
  assertReturnTransition(found, 'complete')
  if (found.locationId) await assertStillOwn(work, [found.locationId], completeLent)
  const invoice = await lockInvoiceOf(work, found.order.id)
  await bookGoods(work, await quarantineWithoutLot(work, found))
  await transitionReturn(work, found, 'complete')
  await closeOrder(work, found)
  if (!invoice) return
  const settled = await creditReturn(work, invoice, {
    returnId: id,
    accountId: found.accountId,
    creditCharges,
    lines: found.lines.flatMap(({ orderLineId, position, received }) =>
      received ? [{ orderLineId, position, quantity: received }] : [],
    ),
  })
  if (settled) await notePaymentStatus(work, found.order.id, settled)
}

async function accountOf(work: Work, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ account: string }>`select account_id as account from sales_returns
    where id = ${id}`.execute(work.tx)
  return rows[0]?.account
}

/**
 * All pieces return to the lots from which they were delivered. Scrap and returns to the supplier leave them at once, and
 * quarantined pieces move to lots of their own, which are blocked until they are released.
 */
async function bookGoods(work: Work, found: LockedReturn): Promise<void> {
  const locationId = found.locationId ?? ''
  const held = found.lines.filter((line) => line.dispositions.some((part) => part.disposition === 'quarantine'))
  const lots = await openQuarantine(
    work,
    held.map((line) => line.lotId),
    found.number,
  )
  const entry = (
    line: LockedReturn['lines'][number],
    effect: StockEntry['effect'],
    pieces: number,
    lotId = line.lotId,
  ) => ({
    effect,
    itemId: line.itemId,
    locationId,
    lotId,
    dOnHand: pieces,
    dCommitted: 0,
    lineId: line.lineId,
  })
  const came = found.lines.flatMap((line) => {
    const part = (name: string) => line.dispositions.find((one) => one.disposition === name)?.quantity ?? 0
    if (!line.received) return []
    return [
      entry(line, 'COME_BACK', line.received),
      ...(part('scrap') ? [entry(line, 'WRITE_OFF', -part('scrap'))] : []),
      ...(part('supplier') ? [entry(line, 'SEND_BACK', -part('supplier'))] : []),
    ]
  })
  const apart = held.filter((line) => lots.has(line.lotId))
  const moved = apart.map((line) => {
    const pieces = line.dispositions.find((one) => one.disposition === 'quarantine')?.quantity ?? 0
    return [entry(line, 'SET_ASIDE_OUT', -pieces), entry(line, 'SET_ASIDE_IN', pieces, lots.get(line.lotId))]
  })
  await lockBalances(work, [...came, ...moved.flat()])
  await refuseRecalledSince(
    work,
    apart.map((line) => line.lotId),
  )
  const reason = 'return'
  await bookLocked(work, { type: 'return', id: found.id, cycle: 1, reason, customReason: found.number }, came)
  // One document per line, so that its two entries show which lot the pieces moved from and to.
  for (const both of moved) {
    const source = { type: 'set_aside' as const, id: both[0]?.lineId ?? newId(), cycle: 1, reason }
    await bookLocked(work, { ...source, customReason: found.number }, both)
  }
}

/** Marks the order as returned if the customer has nothing left of it. */
async function closeOrder(work: Work, { order, id }: LockedReturn): Promise<void> {
  const left = await deliveredLots(work.tx, order.id)
  const { rows } = await sql<{ open: boolean }>`select exists (select 1 from sales_returns where order_id = ${order.id}
    and id <> ${id} and status in ${oneOf(openReturns)}) as open`.execute(work.tx)
  if (rows[0]?.open || left.some((lot) => lot.returnable > 0)) return
  await transitionOrder(work, order, order.status === 'FAILED_DELIVERY' ? 'checkIn' : 'completeReturns')
}
