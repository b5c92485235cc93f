import { Star, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { maxImagesPerProduct } from '#shared/inventory/products/image-limits.ts'
import { ImageInput } from './image-input.tsx'
import { ImageGrid, ImageTile } from './image-tile.tsx'
import { IconButton } from '#web/ui/button.tsx'

/** An image with its object URL, which is valid while the page is open. */
export type StagedImage = { file: File; url: string }
type StagedImagesProps = { images: readonly StagedImage[]; onImages: (images: readonly StagedImage[]) => void }

/** Images for a product that isn't saved yet; they are uploaded right after it is saved. */
export function StagedImages({ images, onImages }: StagedImagesProps) {
  const latestImages = useRef(images)
  useEffect(() => {
    latestImages.current = images
  })
  useEffect(
    () => () => {
      for (const { url } of latestImages.current) URL.revokeObjectURL(url)
    },
    [],
  )
  function add(files: readonly File[]) {
    const fresh = files.filter((file) => !images.some((one) => isSame(one.file, file)))
    onImages(
      [...images, ...fresh.map((file) => ({ file, url: URL.createObjectURL(file) }))].slice(0, maxImagesPerProduct),
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {images.length > 0 && (
        <ImageGrid label="Images">
          {images.map(({ file, url }, at) => (
            <ImageTile
              key={url}
              src={url}
              alt={file.name}
              at={at}
              isMain={at === 0 && images.length > 1}
              onDropped={(from) => onImages(moved(images, from, at))}
            >
              <div className="absolute top-1 right-1 flex rounded-md bg-card/90">
                {at > 0 && (
                  <IconButton
                    size="sm"
                    label={`Make ${file.name} the main image`}
                    onClick={() => onImages(moved(images, at, 0))}
                  >
                    <Star aria-hidden />
                  </IconButton>
                )}
                <IconButton
                  size="sm"
                  label={`Remove ${file.name}`}
                  onClick={() => {
                    URL.revokeObjectURL(url)
                    onImages(images.toSpliced(at, 1))
                  }}
                >
                  <X aria-hidden />
                </IconButton>
              </div>
            </ImageTile>
          ))}
        </ImageGrid>
      )}
      <ImageInput room={maxImagesPerProduct - images.length} onImages={add} />
    </div>
  )
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

function moved(images: readonly StagedImage[], from: number, to: number): readonly StagedImage[] {
  const image = images[from]
  return image ? images.toSpliced(from, 1).toSpliced(to, 0, image) : images
}
