import { useState } from 'react'
import { toast } from 'sonner'
import { type PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import { maxPhotosPerReturn } from '#shared/sales/returns/return-photos.ts'
import { addressOf } from '#web/api/address.ts'
import { PhotoList } from '#web/sales/public/photo-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { useMayInPortal, usePortal } from '../portal-context.ts'
import { photosOfReturn, sendPhotos } from './send-photos.ts'
import { usePhotoDraft } from './use-photo-draft.ts'

/** The photos of a return; more can be sent until the goods arrive. */
export function ReturnPhotos({ found }: { found: PortalReturn }) {
  const { query } = usePortal()
  const mayReturn = useMayInPortal('return')
  const [isSending, setSending] = useState(false)
  const { id, number, photos } = found
  const mayAdd = mayReturn && found.canAddPhotos
  const { photos: waiting, change: keep } = usePhotoDraft(photosOfReturn(id))
  if (photos.length === 0 && !mayAdd) return null
  async function send(added: readonly Blob[]) {
    await keep(added)
    setSending(true)
    const { problem, unsent } = await sendPhotos(id, added)
    await keep(unsent)
    setSending(false)
    if (problem) toast.error(problem)
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      {photos.length > 0 && (
        <PhotoList
          photos={photos}
          of={number}
          addressOf={(photoId) => addressOf(portalReturnsApi.getPhoto, { params: { id, photoId }, query })}
        />
      )}
      {mayAdd && waiting && (
        <>
          {waiting.length > 0 && !isSending && <p className="text-bad">Not sent yet:</p>}
          <PhotoPicker
            photos={waiting}
            onChange={(chosen) => (chosen.length > waiting.length ? void send(chosen) : void keep(chosen))}
            maxCount={maxPhotosPerReturn - photos.length}
            label={`Add photo to ${number}`}
            busy={isSending}
          />
          {waiting.length > 0 && !isSending && (
            <Button className="self-start" aria-label={`Send photos of ${number}`} onClick={() => void send(waiting)}>
              Send {waiting.length === 1 ? 'photo' : `${waiting.length} photos`}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
