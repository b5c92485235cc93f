import type { DriverStop } from '#shared/logistics/driver/api.ts'
import type { DriverPayload } from '#shared/logistics/driver/events.ts'
import { type ProofDocument, proofText } from '#shared/logistics/driver/proof.ts'
import { acceptedPieces } from '#shared/logistics/shipments/accepted-pieces.ts'
import { type ReadyFile, sha256Of } from '#web/logistics/public/photos.ts'
import type { Place } from './share-place.ts'
import type { Strokes } from './signature-box.tsx'

/** The result of one line; the quantity neither refused nor damaged is delivered. */
export interface HandedLine {
  refused: number
  damaged: number
}
export type HandedLines = Readonly<Record<string, HandedLine>>

/** Everything is handed over, except blocked lots. */
export const allHanded = (stop: Pick<DriverStop, 'lines'>): HandedLines =>
  Object.fromEntries(
    stop.lines.map((line) => [line.id, { refused: line.doNotHandOver ? line.quantity : 0, damaged: 0 }]),
  )

export const deliveredOf = (line: Pick<DriverStop['lines'][number], 'id' | 'quantity'>, handed: HandedLines): number =>
  acceptedPieces(line.quantity, handed[line.id])

/** The driver's input for a handover, without photos. */
export interface Handover {
  handed: HandedLines
  receivedBy: string
  isTyped: boolean
  strokes: Strokes | null
  scanned: readonly string[]
  notes: string
  /** As entered; null until then: it is what is due for the delivered goods. */
  cash: string | null
}

export const newHandover = (stop: Pick<DriverStop, 'lines'>): Handover => ({
  handed: allHanded(stop),
  receivedBy: '',
  isTyped: false,
  strokes: null,
  scanned: [],
  notes: '',
  cash: null,
})

export interface Delivery {
  handed: HandedLines
  receivedBy: string
  /** The drawn signature; null if the name was typed. */
  signature: ReadyFile | null
  photos: readonly ReadyFile[]
  /** Codes of packages scanned at this stop. */
  scanned: readonly string[]
  notes: string
  /** A decimal string; '' if nothing was paid. */
  cash: string
  place: Place | null
  /** RFC 3339, by the phone's clock. */
  at: string
}

/** The payload of a delivery event, with the hash of what was signed. */
export async function deliveryPayload(
  stop: Pick<DriverStop, 'id' | 'shipment' | 'lines'>,
  { handed, receivedBy, signature, photos, scanned, notes, cash, place, at }: Delivery,
): Promise<DriverPayload<'stop.deliver'>> {
  const lines = stop.lines.map((line) => ({
    lineId: line.id,
    delivered: deliveredOf(line, handed),
    refused: handed[line.id]?.refused ?? 0,
    damaged: handed[line.id]?.damaged ?? 0,
    note: null,
  }))
  const proof: ProofDocument = {
    shipment: stop.shipment.id,
    stop: stop.id,
    lines: stop.lines.map((line, at_) => ({
      line: line.id,
      lot: line.lot.id,
      quantity: line.quantity,
      delivered: lines[at_]?.delivered ?? 0,
      refused: lines[at_]?.refused ?? 0,
      damaged: lines[at_]?.damaged ?? 0,
    })),
    receiver: receivedBy,
    deviceTime: at,
    place: place && { latitude: place.latitude, longitude: place.longitude },
  }
  return {
    receivedBy,
    signature: signature?.sha256 ?? null,
    typedName: signature ? null : receivedBy,
    photos: photos.map((photo) => photo.sha256),
    scanned: [...scanned],
    notes: notes === '' ? null : notes,
    lines,
    cash: cash === '' ? null : cash,
    hash: await sha256Of(new TextEncoder().encode(proofText(proof))),
    place,
  }
}
