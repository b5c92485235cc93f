import { Package } from 'lucide-react'
import { imageAddress } from './image-address.ts'

/** A product's main image beside its name. It is decorative: the name says the same. */
export function ProductThumbnail({ cover }: { cover: string | null }) {
  const imageClass = 'size-8 shrink-0 rounded-sm border border-line bg-subtle'
  if (cover === null)
    return (
      <span aria-hidden className={`${imageClass} flex items-center justify-center text-muted`}>
        <Package size={16} />
      </span>
    )
  return (
    <img
      src={imageAddress(cover, 'thumbnail')}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`${imageClass} object-contain`}
    />
  )
}
