import { useEffect, useState } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A text to be scanned from the screen. What draws it is loaded when it is needed; without it nothing is shown. */
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
