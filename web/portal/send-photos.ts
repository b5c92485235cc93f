import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { upload } from '#web/api/upload.ts'

/** Sends photos one after the other; answers why one could not be sent, the others being there. */
export async function sendPhotos(returnId: string, photos: readonly Blob[]): Promise<string | null> {
  let problem: string | null = null
  for (const photo of photos) {
    try {
      await upload(portalReturnsApi.addPhoto, photo, { params: { id: returnId } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problem = error.fields['file']?.[0] ? `A photo ${error.fields['file'][0]}` : error.message
    }
  }
  return problem
}
