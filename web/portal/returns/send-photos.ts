import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { upload } from '#web/api/upload.ts'

/** Storage name for a return's photos that could not be sent. */
export const photosOfReturn = (returnId: string) => `return-photos-${returnId}`

/**
 * Sends photos one after another. `problem`: the last failure that was not reported globally; `unsent`: the photos that
 * are worth sending again.
 */
export async function sendPhotos(
  returnId: string,
  photos: readonly Blob[],
): Promise<{ problem: string | null; unsent: readonly Blob[] }> {
  let problem: string | null = null
  const unsent: Blob[] = []
  for (const photo of photos) {
    try {
      await upload(portalReturnsApi.addPhoto, photo, { params: { id: returnId } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const why = error.fields['file']
      if (!isReportedGlobally(error)) problem = why ? `A photo ${why}` : error.message
      if (error.isUncertain || error.status === 401 || error.status === 429) unsent.push(photo)
    }
  }
  return { problem, unsent }
}
