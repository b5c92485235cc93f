import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type ProofDocument, proofText } from '#shared/logistics/driver/proof.ts'
import type { DriverPayload } from '#shared/logistics/driver/events.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepHandedLines, type ParcelLine, parcelLines } from '#server/logistics/shipments/handed-lines.ts'

type Delivery = DriverPayload<'stop.deliver'>

/** What the receiver signed, from what the phone sent and what the parcel holds. */
export function proofOf(
  stop: { id: string; shipmentId: string },
  parcel: readonly ParcelLine[],
  { lines, receivedBy, place }: Delivery,
  deviceTime: string,
): ProofDocument {
  const lotOf = new Map(parcel.map((line) => [line.id, line]))
  return {
    shipment: stop.shipmentId,
    stop: stop.id,
    lines: lines.map(({ lineId, delivered, refused, damaged }) => ({
      line: lineId,
      lot: lotOf.get(lineId)?.lotId ?? '',
      quantity: lotOf.get(lineId)?.quantity ?? 0,
      delivered,
      refused,
      damaged,
    })),
    receiver: receivedBy,
    deviceTime,
    place: place ? { latitude: place.latitude, longitude: place.longitude } : null,
  }
}

export const hashOf = (proof: ProofDocument): string =>
  createHash('sha256').update(proofText(proof), 'utf8').digest('hex')

/** Keeps the proof of a delivery, and what became of each line. */
export async function keepProof(
  work: Work,
  stop: { id: string; shipmentId: string },
  proof: ProofDocument,
  { lines, signature, typedName, photos, hash }: Delivery,
  scanned: readonly string[],
): Promise<void> {
  await sql`insert into delivery_proofs (id, shipment_id, stop_id, received_by, signature, typed_name, photos, scanned, device_at,
      received_at, latitude, longitude, document, hash)
    values (${newId()}, ${stop.shipmentId}, ${stop.id}, ${proof.receiver}, ${signature ?? null}, ${typedName}, ${photos}::text[], ${[...scanned]}::text[],
      ${proof.deviceTime}, ${work.now}, ${proof.place?.latitude ?? null}, ${proof.place?.longitude ?? null},
      ${proofText(proof)}::jsonb, ${hash})`.execute(work.tx)
  await keepHandedLines(work, stop.id, lines)
}

/** Keeps that the customer picked the goods up here and signed for them. */
export async function keepPickUpProof(
  work: Work,
  shipmentId: string,
  { receivedBy, signature }: { receivedBy: string; signature: readonly unknown[] },
): Promise<void> {
  const parcel = await parcelLines(work, shipmentId)
  const proof: ProofDocument = {
    shipment: shipmentId,
    stop: null,
    lines: parcel.map(({ id, lotId, quantity }) => ({
      line: id,
      lot: lotId,
      quantity,
      delivered: quantity,
      refused: 0,
      damaged: 0,
    })),
    receiver: receivedBy,
    deviceTime: work.now.toISOString(),
    place: null,
  }
  await sql`insert into delivery_proofs (id, shipment_id, received_by, typed_name, strokes, device_at, received_at, document, hash)
    values (${newId()}, ${shipmentId}, ${receivedBy}, ${receivedBy}, ${JSON.stringify(signature)}::jsonb, ${work.now}, ${work.now},
      ${proofText(proof)}::jsonb, ${hashOf(proof)})`.execute(work.tx)
}

/** The delivery was a mis-tap: its proof stays, as taken back. */
export async function undoProof(work: Work, stopId: string): Promise<void> {
  await sql`update delivery_proofs set undone_at = ${work.now} where stop_id = ${stopId} and undone_at is null`.execute(
    work.tx,
  )
  await sql`delete from delivered_lines where stop_id = ${stopId}`.execute(work.tx)
}
