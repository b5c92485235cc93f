import { Refusal } from '#shared/http/refusal.ts'
import type { Tracking } from '#shared/logistics/tracking/api.ts'
import type { Db } from '#server/db/database.ts'
import { renderDocument } from '#server/documents/draw-document.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { findProofFile } from '#server/logistics/shipments/proof-files.ts'
import { proofDocument } from '#server/logistics/tracking/proof-document.ts'
import { trackDelivery } from '#server/logistics/tracking/tracking.ts'
import { getSettings } from '#server/settings/settings.ts'

export { trackDelivery }

/** The stored image of the signature. Throws NOT_FOUND for another customer's, and if there is none. */
export async function findDeliverySignature(db: Db, accountId: string, shipmentId: string): Promise<string> {
  const { proof } = await trackDelivery(db, accountId, shipmentId)
  if (!proof?.signature) throw new Refusal('NOT_FOUND')
  return findProofFile(db, proof.signature)
}

/** The proof of delivery as a PDF. Throws NOT_FOUND for another customer's, NOT_READY before it is signed. */
export async function drawDeliveryProof(db: Db, files: StoredFiles, accountId: string, shipmentId: string) {
  const delivery = await trackDelivery(db, accountId, shipmentId)
  if (!delivery.proof) throw new Refusal('NOT_READY', 'Nobody has signed for this delivery yet.')
  const { company } = await getSettings(db)
  const picture = await signatureOf(db, files, delivery.proof)
  const content = await renderDocument(proofDocument(delivery, delivery.proof, picture), company)
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
