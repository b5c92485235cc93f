import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type ImportCounts, noCounts } from '#shared/imports/api.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import { assertOpenPeriod } from '#server/kernel/posting-date.ts'
import { takeNumbers } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Catalogue } from './catalogue.ts'
import type { DeliveryLine } from './delivery-line.ts'
import {
  idOf,
  type OrderDraft,
  orderDrafts,
  orderRefOf,
  placeLines,
  type ShipmentDraft,
  shipmentDrafts,
  shipmentRefOf,
} from './historical-documents.ts'
import { withoutStored } from './stored-lines.ts'
import { writeHistoricalMovements } from '#server/inventory/stock/ledger.ts'
import {
  addHistoricalParcels,
  addHistoricalShipments,
  extendHistoricalShipments,
  lockHistoricalShipments,
} from '#server/logistics/shipments/historical-shipments.ts'
import {
  addHistoricalOrders,
  extendHistoricalOrders,
  lockHistoricalOrders,
  type HistoricalOrderLine,
} from '#server/sales/orders/historical-orders.ts'
import { matchOrCreateCustomers, matchOrCreateNames } from './match-or-create-names.ts'

const firstDayOf = (lines: readonly DeliveryLine[]) =>
  lines.reduce(
    (first, { scheduled, delivered }) => [first, scheduled, delivered].toSorted()[0] ?? first,
    lines[0]?.delivered ?? '',
  )

/**
 * Imports lines of a delivery history: suppliers, manufacturers, delivered orders, their shipments, and stock entries in and
 * out. Known lines add nothing. Returns what was added.
 */
export async function importDeliveries(
  work: Work,
  source: string,
  catalogue: Catalogue,
  requestedLines: readonly DeliveryLine[],
): Promise<ImportCounts> {
  await sql`set local lock_timeout = '60s'`.execute(work.tx)
  await sql`set local statement_timeout = '120s'`.execute(work.tx)
  await acquireAdvisoryLock(work.tx, advisoryLocks.deliveryImports)
  const lines = await withoutStored(work.tx, requestedLines)
  if (lines.length === 0) return noCounts
  await assertOpenPeriod(work, 'file', firstDayOf(lines))
  // In the order of lock-order.ts: customers, then documents, then goods.
  const accounts = await matchOrCreateCustomers(work, lines)
  const knownOrders = await lockHistoricalOrders(work, [...new Set(lines.map((line) => orderRefOf(line)))])
  const knownShipments = await lockHistoricalShipments(work, [...new Set(lines.map((line) => shipmentRefOf(line)))])
  const named = await matchOrCreateNames(work, catalogue, lines)

  const placed = placeLines(lines, named.products.ids, named.factories.ids)
  const orders = orderDrafts(placed)
  const shipments = shipmentDrafts(placed)
  const newOrders = orders.filter((order) => !knownOrders.has(order.ref)).map((order) => ({ ...order, id: newId() }))
  const orderIds = new Map([...newOrders, ...knownOrders.values()].map(({ ref, id }) => [ref, id]))
  const newShipments = shipments.filter((one) => !knownShipments.has(one.ref)).map((one) => ({ ...one, id: newId() }))
  const shipmentIds = new Map([...newShipments.map(({ ref, id }) => [ref, id] as const), ...knownShipments])

  await writeHistoricalMovements(
    work,
    `Delivery history: ${source}`,
    placed.map(({ line, id, itemId, locationId, deliveredAt }) => ({
      itemId,
      locationId,
      lotId: itemId,
      quantity: line.quantity,
      orderId: idOf(orderIds, line.orderNumber),
      lineId: id,
      at: deliveredAt,
    })),
  )
  const numbers = await takeNumbers(work, [
    ...newOrders.map((order) => ({ series: 'SO' as const, year: yearOf(order.orderDate) })),
    ...newShipments.map((shipment) => ({ series: 'SH' as const, year: yearOf(shipment.deliveredAt) })),
  ])
  const number = (at: number) => numbers[at] ?? ''

  await addHistoricalOrders(
    work,
    newOrders.map((order, at) => ({
      ...order,
      number: number(at),
      accountId: idOf(accounts.ids, order.accountKey),
      lines: linesOf(order),
    })),
    source,
  )
  await extendHistoricalOrders(
    work,
    orders.flatMap((draft) => {
      const order = knownOrders.get(draft.ref)
      return order ? [{ order, delivered: draft.deliveredDate, lines: linesOf(draft) }] : []
    }),
  )
  await addHistoricalShipments(
    work,
    newShipments.map((shipment, at) => ({
      ...shipment,
      lines: undefined,
      number: number(newOrders.length + at),
      orderId: idOf(orderIds, shipment.orderRef),
    })),
  )
  await extendHistoricalShipments(
    work,
    shipments.flatMap(({ ref, deliveredAt, weight, freight }) => {
      const id = knownShipments.get(ref)
      return id ? [{ id, deliveredAt, weight, freight }] : []
    }),
  )
  await addHistoricalParcels(
    work,
    shipments.flatMap((shipment) => parcelsOf(shipment, idOf(shipmentIds, shipment.ref))),
  )
  return {
    ...noCounts,
    suppliers: named.suppliers.added,
    factories: named.factories.added,
    categories: named.categories.added,
    products: named.products.added,
    accounts: accounts.added,
    orders: newOrders.length,
    lines: lines.length,
    shipments: newShipments.length,
  }
}

const yearOf = (date: string) => Number(date.slice(0, 4))

const linesOf = (order: OrderDraft): HistoricalOrderLine[] =>
  order.lines.map(({ line, id, itemId }) => ({
    id,
    ref: line.lineId,
    itemId,
    quantity: line.quantity,
    unitPrice: line.price,
    total: line.value,
  }))

const parcelsOf = (shipment: ShipmentDraft, shipmentId: string) =>
  shipment.lines.map(({ line, id, itemId, locationId }) => ({
    id: newId(),
    shipmentId,
    orderLineId: id,
    itemId,
    locationId,
    lotId: itemId,
    quantity: line.quantity,
  }))
