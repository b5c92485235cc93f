import { assertPostingDate } from '#server/kernel/posting-date.ts'
import { assertStillOwn, whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { receivedStatus } from '#shared/purchasing/orders/purchase-transitions.ts'
import { reverseLent, whyReceiptNotReversed } from '#shared/purchasing/orders/purchase-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { arrivalLot, averageCosts, lockItemCosts } from '#server/inventory/stock/arrivals.ts'
import { lockBalances, writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEffect, StockEntry, StockSource } from '#server/inventory/stock/stock-entry.ts'
import {
  type LockedPurchase,
  lockPurchase,
  transitionPurchase,
  recordPurchaseEvent,
  assertPurchaseTransition,
  assertPurchaseVersion,
} from '#server/purchasing/orders/purchase-lock.ts'
import { landRestOfFees, takeBackFees } from './rest-of-fees.ts'
import {
  type ArrivedPart,
  arrivingByLine,
  reverseReceiptDocument,
  activeReceipts,
  valueParts,
  writeReceipt,
} from '#server/purchasing/receipts/receipts.ts'

type Input = RequestOf<(typeof purchasingApi.receive)['spec']>['body']

/** Each receipt or return line has one effect, so the cycle stays 1. */
export const purchaseSource = (order: LockedPurchase, customReason: string | null = null): StockSource => ({
  type: 'purchase_order',
  id: order.id,
  cycle: 1,
  reason: 'purchase_order',
  customReason,
})

/** Receives goods into stock by lot, damaged ones into quarantine; adds the fees to their cost and updates the order's status. */
export async function receivePurchase(work: Work, id: string, version: number, input: Input): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseVersion(order, version)
  assertPurchaseTransition(work, order, 'receive')
  const arriving = arrivingByLine(order, input.lines)
  await assertLocations(work, order, input.lines)
  const items = await lockItemCosts(
    work,
    order.lines.map((line) => line.itemId),
  )
  const parts: ArrivedPart[] = []
  for (const [at, part] of input.lines.entries()) {
    const line = order.lines.find((one) => one.lineId === part.lineId)
    const item = line && items.get(line.itemId)
    if (!item) throw new Refusal('NOT_FOUND')
    const { quantity, damaged, lotNumber, expiryDate = null, noExpiry } = part
    const locationId = part.locationId ?? order.locationId
    const lot = { lotNumber, expiryDate, noExpiry, supplierId: order.supplierId }
    const lotId = await arrivalLot(work, item, lot, damaged, `lines.${at}.`)
    parts.push({ id: newId(), orderLineId: part.lineId, itemId: item.id, locationId, lotId, quantity, damaged })
  }
  const valued = await valueParts(work, order, parts)
  await writeStock(
    work,
    purchaseSource(order),
    parts.map((part) => entry('RECEIVE', part.locationId, part, part.quantity)),
  )
  await averageCosts(
    work,
    valued.parts.map(({ itemId, quantity, value, fees }) => ({ itemId, quantity, value: value + fees })),
  )
  const { receivedDate = work.today, deliveryNote, notes } = input
  await assertPostingDate(work, 'receivedDate', receivedDate)
  const number = await writeReceipt(work, order, { receivedDate, deliveryNote, notes }, valued)
  const after = order.lines.map((line) => ({ ...line, received: line.received + (arriving.get(line.lineId) ?? 0) }))
  await transitionPurchase(work, order, receivedStatus(after) === 'Received' ? 'receiveRest' : 'receivePart', number)
}

/** Locks the locations. Throws INVALID for one that was deleted or isn't the company's own. */
async function assertLocations(work: Work, order: LockedPurchase, lines: Input['lines']): Promise<void> {
  const named = lines.map(({ locationId }) => locationId ?? order.locationId)
  const { rows } = await sql<{ id: string }>`select id from locations
    where id = any(${listOf([...new Set(named)].toSorted())}) and deleted_at is null and consignee_id is null
    order by id for share`.execute(work.tx)
  const known = new Set(rows.map(({ id }) => id))
  const at = named.findIndex((locationId) => !known.has(locationId))
  const wrong = named[at]
  if (wrong !== undefined) throw invalid(`lines.${at}.locationId`, await whyNotOwnLocation(work.tx, wrong))
}

/** Reverses a receipt that was booked by mistake. Throws INSUFFICIENT_STOCK if its goods are gone or committed. */
export async function reverseReceipt(work: Work, id: string, receiptId: string, reason: string): Promise<void> {
  const order = await lockPurchase(work, id)
  const receipt = (await activeReceipts(work, id)).find((one) => one.id === receiptId)
  const why = whyReceiptNotReversed(order, receipt)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status: order.status } })
  if (!receipt) throw new Refusal('NOT_FOUND', 'The receipt does not exist or was already reversed.')
  const places = receipt.lines.map((line) => line.locationId)
  await assertStillOwn(work, places, reverseLent)
  // The items of all lines, as the order is open again for all of them.
  await lockItemCosts(
    work,
    order.lines.map((line) => line.itemId),
  )
  const gone = receipt.lines.map((line) => entry('UNRECEIVE', line.locationId, line, -line.quantity))
  await lockBalances(work, gone)
  await takeBackFees(work, order)
  await writeStock(work, purchaseSource(order, reason), gone)
  await averageCosts(
    work,
    receipt.lines.map(({ itemId, quantity, value, fees }) => ({
      itemId,
      quantity: -quantity,
      value: -BigInt(value + fees),
    })),
  )
  await reverseReceiptDocument(work, receipt, reason)
  const goneOf = (lineId: string) =>
    receipt.lines.filter((line) => line.orderLineId === lineId).reduce((sum, line) => sum + line.quantity, 0)
  const status = receivedStatus(order.lines.map((line) => ({ ...line, received: line.received - goneOf(line.lineId) })))
  if (status === 'Received') await landRestOfFees(work, order)
  const words = `${receipt.number}: ${reason}`
  if (status === 'Received') await recordPurchaseEvent(work, order, 'takeBackPart', words)
  else await transitionPurchase(work, order, status === 'Open' ? 'takeBackAll' : 'takeBackPart', words)
}

const entry = (
  effect: StockEffect,
  locationId: string,
  part: { id: string; itemId: string; lotId: string },
  dOnHand: number,
): StockEntry => ({
  effect,
  itemId: part.itemId,
  locationId,
  lotId: part.lotId,
  dOnHand,
  dCommitted: 0,
  lineId: part.id,
})
