import { useEffect, useState } from 'react'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { fetchPicture } from './ask.ts'

/** The image of the signature, loaded with the link's token. */
export function LinkSignature({ token, name }: { token: string; name: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    async function show() {
      const picture = await fetchPicture(trackingApi.trackedSignature, { token })
      if (isOver) return
      made = URL.createObjectURL(picture)
      setAddress(made)
    }
    // The signature may still be on the driver's phone.
    show().catch(() => {})
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [token])
  if (!address) return null
  return (
    <img
      src={address}
      alt={`Signature of ${name}`}
      className="max-h-40 max-w-full self-start rounded-lg border border-line bg-white"
    />
  )
}
