import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { drawProof } from '#server/flows/deliveries/print-proof.ts'
import { findProofFile } from '#server/logistics/shipments/proof-files.ts'
import { trackDelivery } from '#server/logistics/tracking/tracking.ts'

export { trackDelivery }

/** The stored image of the signature. Throws NOT_FOUND for another customer's, and if there is none. */
export async function findDeliverySignature(db: Db, accountId: string, shipmentId: string): Promise<string> {
  const { proof } = await trackDelivery(db, accountId, shipmentId)
  if (!proof?.signature) throw new Refusal('NOT_FOUND')
  return findProofFile(db, proof.signature)
}

/** The proof of delivery as a PDF. Throws NOT_FOUND for another customer's, NOT_READY before it is signed. */
export const drawDeliveryProof = async (db: Db, files: StoredFiles, accountId: string, shipmentId: string) =>
  drawProof(db, files, shipmentId, await trackDelivery(db, accountId, shipmentId))
