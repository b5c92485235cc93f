import { sql } from 'kysely'
import { invalid } from '#shared/http/refusal.ts'
import type { HandedLine } from '#shared/logistics/shipments/handed-lines.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  blockedLines,
  keepHandedLines,
  type ParcelLine,
  parcelLines,
} from '#server/logistics/shipments/handed-lines.ts'
import { createReturn } from '#server/sales/returns/returns.ts'

/**
 * Records for each line of a shipment how many pieces were accepted, refused and damaged, as entered by staff; without lines, all
 * were accepted. Refused and damaged pieces open a return, as with the driver's app. The order is DELIVERED by now.
 */
export async function acceptLines(
  work: Work,
  orderId: string,
  stopId: string | null,
  given: readonly HandedLine[] | undefined,
): Promise<void> {
  const parcel = await parcelLines(work, await shipmentOfOrder(work, orderId))
  const whole = parcel.map(({ id, quantity }) => ({
    lineId: id,
    delivered: quantity,
    refused: 0,
    damaged: 0,
    note: null,
  }))
  const lines = given ?? whole
  if (given) assertLines(parcel, given)
  await keepHandedLines(work, stopId, lines)
  await openReturn(work, orderId, parcel, lines)
}

/** The shipment of an order. */
export async function shipmentOfOrder(work: Work, orderId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from shipments where order_id = ${orderId} and deleted_at is null
    order by created_at desc, id desc limit 1`.execute(work.tx)
  if (!rows[0]) throw new Error(`Order ${orderId} has no shipping record`)
  return rows[0].id
}

/** Whether all pieces of blocked lots were withheld from the customer: then the rest of the shipment may be delivered. */
export async function withholdsBlockedLots(
  work: Work,
  shipmentId: string,
  lines: readonly HandedLine[],
): Promise<boolean> {
  const blocked = new Set(await blockedLines(work, shipmentId))
  return lines.every((line) => line.delivered === 0 || !blocked.has(line.lineId))
}

export function assertLines(parcel: readonly ParcelLine[], lines: readonly HandedLine[]): void {
  const given = new Map(lines.map((line) => [line.lineId, line]))
  if (given.size < lines.length || given.size !== parcel.length) throw invalid('lines', 'must name every line once')
  for (const { id, quantity } of parcel) {
    const line = given.get(id)
    if (!line) throw invalid('lines', 'must name every line once')
    if (line.delivered + line.refused + line.damaged !== quantity) {
      throw invalid('lines', `must make up the ${quantity} pieces of each line`)
    }
  }
  if (lines.every((line) => line.delivered === 0)) {
    throw invalid('lines', 'nothing was delivered: record a failed delivery instead')
  }
}

/** Opens a return for refused and damaged pieces, by lot. */
export async function openReturn(
  work: Work,
  orderId: string,
  parcel: readonly ParcelLine[],
  lines: readonly HandedLine[],
): Promise<void> {
  const back = lines.flatMap(({ lineId, refused, damaged, note }) => {
    const line = parcel.find((one) => one.id === lineId)
    if (!line || refused + damaged === 0) return []
    const words = damaged > 0 && refused > 0 ? `${refused} refused, ${damaged} damaged` : null
    return [
      {
        orderLineId: line.orderLineId,
        lotId: line.lotId,
        quantity: refused + damaged,
        reason: damaged > 0 ? ('damaged' as const) : ('refused' as const),
        note: [words, note].filter(Boolean).join(': ').slice(0, 300) || null,
      },
    ]
  })
  const byLot = new Map<string, (typeof back)[number]>()
  for (const line of back) {
    const key = `${line.orderLineId} ${line.lotId}`
    const same = byLot.get(key)
    byLot.set(key, same ? { ...same, quantity: same.quantity + line.quantity } : line)
  }
  if (byLot.size > 0) await createReturn(work, { orderId, notes: 'Refused at the door', lines: [...byLot.values()] })
}
