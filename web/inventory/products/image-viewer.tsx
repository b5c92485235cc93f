import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ProductImage } from '#shared/inventory/stock/product.ts'
import { imageAddress } from './image-address.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'

type ImageViewerProps = {
  title: string
  images: readonly ProductImage[]
  at: number
  onAt: (at: number) => void
  altOf: (at: number) => string
  close: () => void
}

/** Shows a product's images in large, one at a time; the arrow keys go to the next and previous one. */
export function ImageViewer({ title, images, at, onAt, altOf, close }: ImageViewerProps) {
  const image = images[at]
  if (!image) return null
  const go = (step: number) => onAt((at + step + images.length) % images.length)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') go(1)
    if (event.key === 'ArrowLeft') go(-1)
  }
  return (
    <Dialog open size="lg" title={title} onOpenChange={(open) => !open && close()}>
      <DialogBody>
        <div onKeyDown={onKeyDown} className="flex flex-col gap-3">
          <img
            key={image.id}
            src={imageAddress(image.id, 'large')}
            width={image.width}
            height={image.height}
            alt={altOf(at)}
            className="max-h-[65vh] w-full rounded-md bg-subtle object-contain"
          />
          <div className="flex items-center justify-between gap-4">
            {images.length > 1 && (
              <IconButton label="Previous image" onClick={() => go(-1)}>
                <ChevronLeft aria-hidden />
              </IconButton>
            )}
            <p className="min-w-0 flex-1 text-pretty text-center text-secondary">{image.alt || image.fileName}</p>
            <p role="status" className="figures text-muted text-table">
              {at + 1} of {images.length}
            </p>
            {images.length > 1 && (
              <IconButton label="Next image" onClick={() => go(1)}>
                <ChevronRight aria-hidden />
              </IconButton>
            )}
          </div>
        </div>
      </DialogBody>
    </Dialog>
  )
}
