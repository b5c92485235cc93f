import { sql } from 'kysely'
import type { HandedLine } from '#shared/logistics/shipments/handed-lines.ts'
import type { Work } from '#server/kernel/work.ts'
import { isUnfitLot } from './blocked-lots.ts'

export interface ParcelLine {
  id: string
  orderLineId: string
  lotId: string
  quantity: number
}

export async function parcelLines(work: Work, shipmentId: string): Promise<ParcelLine[]> {
  const { rows } = await sql<ParcelLine>`select id, order_line_id as "orderLineId", lot_id as "lotId", quantity
    from shipment_lines where shipment_id = ${shipmentId} order by id`.execute(work.tx)
  return rows
}

/** The lines of a parcel whose lots must not be used now. */
export async function blockedLines(work: Work, shipmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select x.id from shipment_lines x join lots t on t.id = x.lot_id
    where x.shipment_id = ${shipmentId} and ${isUnfitLot}`.execute(work.tx)
  return rows.map((row) => row.id)
}

/** Stores the result of each line; `stopId` is null if none of our routes brought the parcel. */
export async function keepHandedLines(work: Work, stopId: string | null, lines: readonly HandedLine[]): Promise<void> {
  await work.tx
    .insertInto('delivered_lines')
    .columns(['shipment_line_id', 'stop_id', 'delivered', 'refused', 'damaged', 'note'])
    .expression(sql`select "lineId", ${stopId}, delivered, refused, damaged, note from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l("lineId" uuid, delivered int, refused int, damaged int, note text)`)
    .execute()
}
