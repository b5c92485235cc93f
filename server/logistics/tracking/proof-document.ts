import type { Tracking } from '#shared/logistics/tracking/api.ts'
import { signatureBox } from '#shared/signature.ts'
import type { DocumentContent } from '#server/documents/document-content.ts'
import { formatFigure, formatMoment } from '#server/documents/formats.ts'

type Proof = NonNullable<Tracking['proof']>

/**
 * What was handed over, where, to whom and when, with the signature; `picture` is a data URL of the signature, if there is one,
 * and `deliveredTo` the customer and the lines of the address.
 */
export function proofDocument(
  { number, order, deliveredAt, timeZone, carrier }: Tracking,
  { receivedBy, signedAt, typedName, strokes, hash, lines }: Proof,
  picture: string | null,
  deliveredTo: readonly (string | null)[],
): DocumentContent {
  return {
    name: `Proof of delivery ${number}`,
    heading: 'Proof of delivery',
    number,
    foot: number,
    blocks: [
      ['Delivered to', deliveredTo],
      [
        'Received by',
        [
          receivedBy,
          typedName && 'Confirmed by typed name',
          `Signed ${formatMoment(signedAt, timeZone)}`,
          deliveredAt && `Delivered ${formatMoment(deliveredAt, timeZone)}`,
        ],
      ],
      ['Details', [`Order ${order}`, `Delivery ${number}`, carrier]],
    ],
    columns: [
      { name: 'Item', width: '*' },
      { name: 'Lot', width: 90, isSmall: true },
      { name: 'Sent', width: 54, isFigure: true },
      { name: 'Received', width: 54, isFigure: true },
      { name: 'Refused', width: 54, isFigure: true },
      { name: 'Damaged', width: 54, isFigure: true },
    ],
    lines: (lines ?? []).map((line) => [
      line.product,
      line.lot ?? '–',
      ...[line.quantity, line.delivered, line.refused, line.damaged].map((pieces) => formatFigure(String(pieces), 0)),
    ]),
    isNumbered: true,
    sums: [],
    signature: { label: `Signature of ${receivedBy}`, picture, strokes, box: signatureBox },
    closing: `Fingerprint of what was signed (SHA-256): ${hash}`,
  }
}
