import { v7 as newId } from 'uuid'
import type { DeliveryLine } from './delivery-line.ts'
import { grouped } from './grouped.ts'

/** A line with the ids of its records; `deliveredAt` is noon of its day, which is the same day nearly everywhere. */
export interface PlacedLine {
  line: DeliveryLine
  id: string
  itemId: string
  locationId: string
  deliveredAt: string
}

export interface OrderDraft {
  ref: string
  accountKey: string
  orderDate: string
  requestedDate: string
  deliveredDate: string
  lines: PlacedLine[]
}

export interface ShipmentDraft {
  ref: string
  note: string
  orderRef: string
  carrier: string | null
  expected: string
  deliveredAt: string
  weight: number | null
  freight: number | null
  lines: PlacedLine[]
}

const noon = (date: string) => `${date}T12:00:00Z`
const earliest = (dates: readonly string[]) => dates.reduce((least, date) => (date < least ? date : least))
const latest = (dates: readonly string[]) =>
  dates.reduce((latestSoFar, date) => (date > latestSoFar ? date : latestSoFar))
const total = (values: readonly (number | null)[]) =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)

export function placeLines(
  lines: readonly DeliveryLine[],
  items: ReadonlyMap<string, string>,
  locations: ReadonlyMap<string, string>,
): PlacedLine[] {
  return lines.map((line) => ({
    line,
    id: newId(),
    itemId: idOf(items, line.product.key),
    locationId: idOf(locations, line.factory.key),
    deliveredAt: noon(line.delivered),
  }))
}

export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`Nothing was found or added for ${key}`)
  return id
}

/** The references that identify the orders and shipments of a history. */
export const orderRefOf = (line: DeliveryLine): string => line.orderNumber
export const shipmentRefOf = (line: DeliveryLine): string => `${line.orderNumber}/${line.deliveryNumber}`

/** One order for each PO / SO number. Its date is the earliest scheduled day, but never after the goods arrived. */
export function orderDrafts(placed: readonly PlacedLine[]): OrderDraft[] {
  return [...grouped(placed, ({ line }) => orderRefOf(line))].map(([ref, lines]) => {
    const scheduled = lines.map(({ line }) => line.scheduled)
    const delivered = lines.map(({ line }) => line.delivered)
    return {
      ref,
      accountKey: lines[0]?.line.account.key ?? '',
      orderDate: earliest([...scheduled, ...delivered]),
      requestedDate: earliest(scheduled),
      deliveredDate: latest(delivered),
      lines,
    }
  })
}

/** One shipment for each delivery note of an order, with weight and freight from its lines. */
export function shipmentDrafts(placed: readonly PlacedLine[]): ShipmentDraft[] {
  return [...grouped(placed, ({ line }) => shipmentRefOf(line))].map(([ref, lines]) => ({
    ref,
    note: lines[0]?.line.deliveryNumber ?? '',
    orderRef: lines[0]?.line.orderNumber ?? '',
    carrier: lines.find(({ line }) => line.mode !== null)?.line.mode ?? null,
    expected: earliest(lines.map(({ line }) => line.scheduled)),
    deliveredAt: latest(lines.map((one) => one.deliveredAt)),
    weight: total(lines.map(({ line }) => line.weight)),
    freight: total(lines.map(({ line }) => line.freight)),
    lines,
  }))
}
