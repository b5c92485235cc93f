import { Refusal } from '#shared/http/refusal.ts'
import type { Tracking } from '#shared/logistics/tracking/api.ts'
import type { Db } from '#server/db/database.ts'
import { renderDocument } from '#server/documents/draw-document.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { printedShipments } from '#server/logistics/shipments/printed-shipments.ts'
import { findProofFile } from '#server/logistics/shipments/proof-files.ts'
import { proofDocument } from '#server/logistics/tracking/proof-document.ts'
import { trackShipment } from '#server/logistics/tracking/tracking.ts'
import { getLetterhead } from '#server/settings/settings.ts'

/** The proof of delivery of a shipment as a PDF. Throws NOT_FOUND, and NOT_READY before it is signed. */
export const drawShipmentProof = async (db: Db, files: StoredFiles, shipmentId: string) =>
  drawProof(db, files, shipmentId, await trackShipment(db, shipmentId))

/** The proof of the delivery of a shipment, the same PDF for the office and for the customer. Throws NOT_READY before it is signed. */
export async function drawProof(db: Db, files: StoredFiles, shipmentId: string, delivery: Tracking) {
  if (!delivery.proof) throw new Refusal('NOT_READY', 'Nobody has signed for this delivery yet.')
  const picture = await signatureOf(db, files, delivery.proof)
  const [shipment] = await printedShipments(db, [shipmentId])
  const deliveredTo = shipment ? [shipment.customer, shipment.addressName, shipment.address, shipment.country] : []
  const content = await renderDocument(
    proofDocument(delivery, delivery.proof, picture, deliveredTo),
    await getLetterhead(db),
  )
  return { name: `proof-${delivery.number}.pdf`, content }
}

/** The signature as a data URL for the PDF; null while it is still on the driver's phone. */
async function signatureOf(db: Db, files: StoredFiles, { signature }: NonNullable<Tracking['proof']>) {
  const id = signature && (await findProofFile(db, signature).catch(() => null))
  const content = id && (await files.read(id, 'proof'))
  if (!content) return null
  // Loaded on first use: most processes never need it.
  const { default: sharp } = await import('sharp')
  return `data:image/png;base64,${(await sharp(content).png().toBuffer()).toString('base64')}`
}
