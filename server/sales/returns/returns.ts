import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { assertPostingDate } from '#server/kernel/posting-date.ts'
import { v7 as newId } from 'uuid'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { whyNotReturnable } from '#shared/sales/orders/order-guards.ts'
import type { returnsApi } from '#shared/sales/returns/api.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { lockLotRows } from '#server/kernel/lot-lock.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { assertOpen, lockOrders } from '#server/sales/orders/order-lock.ts'
import { announceReturn, assertReturnTransition, lockReturn, returnHistory, transitionReturn } from './return-lock.ts'
import { type DeliveredLot, deliveredLots } from './returnable.ts'
import { writeDispositions } from './dispositions.ts'

type Body<K extends 'createReturn' | 'receiveReturn' | 'inspectReturn'> = RequestOf<
  (typeof returnsApi)[K]['spec']
>['body']

/** Requests a return of goods of a delivered order. Returns its id. */
export async function createReturn(work: Work, { orderId, notes, lines }: Body<'createReturn'>): Promise<string> {
  const [order] = await lockOrders(work, [orderId])
  if (!order) throw invalid('orderId', 'is not an order')
  const isWhole = order.status === 'FAILED_DELIVERY'
  assertOpen(whyNotReturnable(order), order)
  const lots = await deliveredLots(work.tx, orderId)
  await lockLotRows(
    work,
    lots.map(({ lotId }) => lotId),
  )
  const delivered = await deliveredLots(work.tx, orderId)
  const requested = lines.map((line, at) => {
    const lot = lotOf(delivered, line, `lines.${at}`)
    if (lines.findIndex((one) => one.orderLineId === line.orderLineId && (one.lotId ?? lot.lotId) === lot.lotId) !== at)
      throw invalid(`lines.${at}.orderLineId`, 'is named twice')
    if (line.quantity > lot.returnable) {
      const words =
        lot.returnable > 0 ? `must be at most ${lot.returnable}` : 'everything has already been returned or requested'
      throw invalid(`lines.${at}.quantity`, words)
    }
    return { ...line, id: newId(), lot }
  })
  for (const { lot } of requested) {
    const ofLot = requested.filter((line) => line.lot.lotId === lot.lotId)
    if (lot.most !== null && ofLot.reduce((total, line) => total + line.quantity, 0) > lot.most)
      throw invalid('lines', `of lot ${lot.lotNumber} the customer has ${lot.most} left: a recall took the others back`)
  }
  const left = delivered.reduce((total, lot) => total + lot.returnable, 0)
  const quantity = requested.reduce((total, line) => total + line.quantity, 0)
  if (isWhole && quantity !== left)
    throw invalid('lines', 'must name everything: a failed delivery is returned in full')
  await assertLiving(work, { accounts: [order.accountId], items: requested.map(({ lot }) => lot.itemId) })
  const id = newId()
  const number = await nextNumber(work, 'RMA')
  await work.tx
    .insertInto('sales_returns')
    .values({
      id,
      number,
      order_id: orderId,
      account_id: order.accountId,
      status: 'Requested',
      notes,
      quantity,
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  await work.tx
    .insertInto('sales_return_lines')
    .values(
      requested.map(({ id: lineId, lot, quantity: pieces, reason, note }, at) => ({
        id: lineId,
        return_id: id,
        position: at + 1,
        order_line_id: lot.orderLineId,
        item_id: lot.itemId,
        lot_id: lot.lotId,
        quantity: pieces,
        reason,
        note,
      })),
    )
    .execute()
  await statusEntry(work, returnHistory, { id, status: null }, { move: 'request', to: 'Requested' }).execute()
  work.audit('return.requested', 'return', id, { number, order: order.number, quantity })
  await announceReturn(work, orderId)
  return id
}

function lotOf(
  delivered: readonly DeliveredLot[],
  { orderLineId, lotId }: { orderLineId: string; lotId?: string | undefined },
  at: string,
): DeliveredLot {
  const ofLine = delivered.filter((lot) => lot.orderLineId === orderLineId)
  if (ofLine.length === 0) throw invalid(`${at}.orderLineId`, 'was not delivered with this order')
  const found = lotId ? ofLine.find((lot) => lot.lotId === lotId) : ofLine[0]
  if (!found) throw invalid(`${at}.lotId`, 'was not delivered with this line')
  if (!lotId && ofLine.length > 1) throw invalid(`${at}.lotId`, 'is required: the line was delivered from several lots')
  return found
}

export async function approveReturn(work: Work, id: string, seen?: number): Promise<void> {
  await transitionReturn(work, await lockReturn(work, id, seen), 'approve')
}

export async function rejectReturn(work: Work, id: string, seen: number, reason: string): Promise<void> {
  await transitionReturn(work, await lockReturn(work, id, seen), 'reject', reason)
}

export async function cancelReturn(work: Work, id: string, seen: number, reason: string): Promise<void> {
  await transitionReturn(work, await lockReturn(work, id, seen), 'cancel', reason)
}

/** Receives the goods. They stay out of stock until they are inspected. */
export async function receiveReturn(
  work: Work,
  id: string,
  seen: number,
  { locationId, receivedDate = work.today, lines }: Body<'receiveReturn'>,
): Promise<void> {
  const found = await lockReturn(work, id, seen)
  assertReturnTransition(found, 'receive')
  await assertPostingDate(work, 'receivedDate', receivedDate)
  await lockOwnLocation(work, locationId)
  const received = eachLine(found.lines, lines).map(({ line, given, at }) => {
    if (given.received > line.quantity) throw invalid(`lines.${at}.received`, `must be at most ${line.quantity}`)
    return { lineId: line.lineId, received: given.received }
  })
  const total = received.reduce((pieces, one) => pieces + one.received, 0)
  if (total === 0) throw invalid('lines', 'nothing was received: cancel the return instead')
  await sql`with here as (
      update sales_return_lines l set received = x.received
      from unnest(${listOf(received.map((one) => one.lineId))}, ${received.map((one) => one.received)}::int[]) as x(id, received)
      where l.id = x.id)
    update sales_returns set location_id = ${locationId}, received_date = ${receivedDate}, received = ${total}
    where id = ${id}`.execute(work.tx)
  await transitionReturn(work, found, 'receive')
}

/** Sets the dispositions of the goods; they can be changed until the return is completed. */
export async function inspectReturn(
  work: Work,
  id: string,
  seen: number,
  { lines }: Body<'inspectReturn'>,
): Promise<void> {
  const found = await lockReturn(work, id, seen)
  assertReturnTransition(found, 'inspect')
  const here = found.lines.filter((line) => (line.received ?? 0) > 0)
  const parts = eachLine(here, lines).flatMap(({ line, given, at }) => {
    const names = given.dispositions.map((part) => part.disposition)
    if (new Set(names).size < names.length) throw invalid(`lines.${at}.dispositions`, 'names a part twice')
    const total = given.dispositions.reduce((pieces, part) => pieces + part.quantity, 0)
    if (total !== line.received)
      throw invalid(`lines.${at}.dispositions`, `must make up the ${line.received} that arrived`)
    return given.dispositions.map((part) => ({ line_id: line.lineId, ...part }))
  })
  await writeDispositions(
    work,
    found.lines.map((line) => line.lineId),
    parts,
  )
  await transitionReturn(work, found, 'inspect')
}

/** Pairs every line of the return with its entry in the request; none may be missing or duplicate. */
function eachLine<L extends { lineId: string }, G extends { lineId: string }>(
  lines: readonly L[],
  given: readonly G[],
): { line: L; given: G; at: number }[] {
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  const named = given.map((one, at) => {
    const line = byId.get(one.lineId)
    if (!line) throw invalid(`lines.${at}.lineId`, 'is not a line of this return')
    if (given.findIndex((other) => other.lineId === one.lineId) !== at)
      throw invalid(`lines.${at}.lineId`, 'is named twice')
    return { line, given: one, at }
  })
  if (named.length < lines.length) throw invalid('lines', 'must name every line')
  return named
}
