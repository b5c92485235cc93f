import { portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { drawDeliveryProof, findDeliverySignature, trackDelivery } from '#server/flows/portal/show-delivery.ts'
import { sendPicture } from '#server/files/send-picture.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve } from '#server/http/serve.ts'
import { sendPdf } from '#server/http/pdf-download.ts'
import type { View } from './portal-viewer.ts'

/** Where the customer's deliveries are, and who received them. */
export function serveDeliveries({ read }: Serve, { files }: { files: StoredFiles }, viewing: View): void {
  read(portalDeliveriesApi.getDelivery, async (ask) =>
    trackDelivery(ask.db, (await viewing(ask)).accountId, ask.params.id),
  )
  read(portalDeliveriesApi.getSignature, async (ask) => {
    const { accountId } = await viewing(ask)
    return sendPicture(ask.reply, files, await findDeliverySignature(ask.db, accountId, ask.params.id), 'proof')
  })
  read(portalDeliveriesApi.printProof, async (ask): Promise<never> => {
    const { accountId } = await viewing(ask)
    return sendPdf(ask.reply, await drawDeliveryProof(ask.db, files, accountId, ask.params.id))
  })
}
