import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type ProofDocument, proofText } from '#shared/logistics/driver/proof.ts'
import type { DriverPayload } from '#shared/logistics/driver/events.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepHandedLines, type ParcelLine, parcelLines } from '#server/logistics/shipments/handed-lines.ts'

type Delivery = DriverPayload<'stop.deliver'>

/** The proof of delivery, from the phone's event and the lines of the parcel. */
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

/** Stores the proof of a delivery and the result of each line. */
export async function keepProof(
  work: Work,
  stop: { id: string; shipmentId: string },
  proof: ProofDocument,
  { lines, signature, typedName, photos, hash }: Delivery,
  scanned: readonly string[],
): Promise<void> {
  await work.tx
    .insertInto('delivery_proofs')
    .values({
      id: newId(),
      shipment_id: stop.shipmentId,
      stop_id: stop.id,
      received_by: proof.receiver,
      signature: signature ?? null,
      typed_name: typedName,
      photos,
      scanned: [...scanned],
      device_at: proof.deviceTime,
      received_at: work.now,
      latitude: proof.place?.latitude ?? null,
      longitude: proof.place?.longitude ?? null,
      document: proofText(proof),
      hash,
    })
    .execute()
  await keepHandedLines(work, stop.id, lines)
}

/** Stores the proof that the customer picked the goods up here and signed for them. */
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
  await work.tx
    .insertInto('delivery_proofs')
    .values({
      id: newId(),
      shipment_id: shipmentId,
      received_by: receivedBy,
      typed_name: receivedBy,
      strokes: JSON.stringify(signature),
      device_at: work.now,
      received_at: work.now,
      document: proofText(proof),
      hash: hashOf(proof),
    })
    .execute()
}

/** Undoes a delivery that the driver tapped by mistake: its proof is kept, marked as undone. */
export async function undoProof(work: Work, stopId: string): Promise<void> {
  await work.tx
    .updateTable('delivery_proofs')
    .set({ undone_at: work.now })
    .where('stop_id', '=', stopId)
    .where('undone_at', 'is', null)
    .execute()
  await sql`delete from delivered_lines where stop_id = ${stopId}`.execute(work.tx)
}
