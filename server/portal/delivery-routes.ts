import { portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { drawDeliveryProof, findDeliverySignature, trackDelivery } from '#server/flows/portal/show-delivery.ts'
import { sendPicture } from '#server/files/send-picture.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve } from '#server/http/serve.ts'
import { sendPdf } from '#server/http/pdf-download.ts'
import type { View } from './portal-viewer.ts'

/** The status of the customer's deliveries, and who received them. */
export function serveDeliveries({ read }: Serve, { files }: { files: StoredFiles }, viewing: View): void {
  read(portalDeliveriesApi.getDelivery, async (input) =>
    trackDelivery(input.db, (await viewing(input)).accountId, input.params.id),
  )
  read(portalDeliveriesApi.getSignature, async (input) => {
    const { accountId } = await viewing(input)
    return sendPicture(input.reply, files, await findDeliverySignature(input.db, accountId, input.params.id), 'proof')
  })
  read(portalDeliveriesApi.printProof, async (input): Promise<never> => {
    const { accountId } = await viewing(input)
    return sendPdf(input.reply, await drawDeliveryProof(input.db, files, accountId, input.params.id))
  })
}
