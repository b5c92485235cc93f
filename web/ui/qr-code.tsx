import { useEffect, useState } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A QR code on the screen. The drawing code is loaded when needed; if that fails, nothing is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string | null>()
  useEffect(() => {
    let isGone = false
    import('./qr-drawing.ts').then(
      ({ drawQrCode }) => isGone || setPicture(drawQrCode(text)),
      () => isGone || setPicture(null),
    )
    return () => {
      isGone = true
    }
  }, [text])
  if (picture === null) return null
  if (!picture) return <Skeleton className="size-44" />
  return <img className="size-44 rounded-md border" src={picture} alt={label} />
}
