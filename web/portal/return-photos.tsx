import { useState } from 'react'
import { toast } from 'sonner'
import { type PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import { maxPhotosPerReturn } from '#shared/sales/returns/return-photos.ts'
import { addressOf } from '#web/api/address.ts'
import { PhotoList } from '#web/sales/public/photo-list.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { sendPhotos } from './send-photos.ts'

/** The photos of a return; more can be sent until the goods are here. */
export function ReturnPhotos({ found }: { found: PortalReturn }) {
  const { query } = usePortal()
  const mayReturn = useMayInPortal('return')
  const [isSending, setSending] = useState(false)
  const { id, number, photos } = found
  const mayAdd = mayReturn && found.canAddPhotos
  if (photos.length === 0 && !mayAdd) return null
  async function send(added: readonly Blob[]) {
    setSending(true)
    const problem = await sendPhotos(id, added)
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
      {mayAdd && (
        <PhotoPicker
          photos={[]}
          onChange={(added) => void send(added)}
          most={maxPhotosPerReturn - photos.length}
          label={`Add photo to ${number}`}
          busy={isSending}
        />
      )}
    </div>
  )
}
