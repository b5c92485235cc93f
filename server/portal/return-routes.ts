import { invalid } from '#shared/http/refusal.ts'
import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { addPortalPhoto, findReturnPhoto } from '#server/flows/portal/return-photos.ts'
import { portalReturnable, requestPortalReturn } from '#server/flows/portal/request-return.ts'
import { imageDecoder } from '#server/files/image-decoder.ts'
import { sendPicture } from '#server/files/send-picture.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { listPortalReturns } from './portal-returns.ts'
import type { View } from './portal-viewer.ts'

const { addPhoto } = portalReturnsApi

/** The customer's returns, with photos. */
export function serveReturns({ read, write }: Serve, deps: ServeDeps & { files: StoredFiles }, viewing: View): void {
  const { files } = deps
  const decode = imageDecoder()
  read(portalReturnsApi.listReturns, async (input) => ({
    data: await listPortalReturns(input.db, (await viewing(input)).accountId),
  }))
  read(portalReturnsApi.listReturnable, async (input) =>
    portalReturnable(input.db, (await viewing(input)).accountId, input.params.id),
  )
  write(portalReturnsApi.requestReturn, (work, { body }) => requestPortalReturn(work, body))
  read(addPhoto, ({ caller, params, request }) => {
    const content = request.body
    if (!Buffer.isBuffer(content) || content.length === 0) throw invalid('file', 'is empty or missing')
    return addPortalPhoto({ ...deps, decode }, caller, `${addPhoto.method} ${addPhoto.path}`, params.id, content)
  })
  read(portalReturnsApi.getPhoto, async (input) => {
    const { accountId } = await viewing(input)
    return sendPicture(input.reply, files, await findReturnPhoto(input.db, input.params, accountId), 'large')
  })
}
