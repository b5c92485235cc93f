import { ArrowLeft, ArrowRight, Star, TextCursorInput, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { maxImagesPerProduct } from '#shared/inventory/products/image-limits.ts'
import type { Product, ProductImage } from '#shared/inventory/stock/product.ts'
import { useImageActions } from './image-actions.ts'
import { imageAddress } from './image-address.ts'
import { ImageAltDialog } from './image-alt-dialog.tsx'
import { ImageInput } from './image-input.tsx'
import { ImageGrid, ImageTile } from './image-tile.tsx'
import { type ImageUpload, sendImages, useImageUploads } from './image-uploads.ts'
import { ImageViewer } from './image-viewer.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type ProductImagesProps = { product: Pick<Product, 'id' | 'name' | 'images'>; mayEdit: boolean }

/** A product's images; users with edit rights add, order, describe and remove them, each saved at once. */
export function ProductImages({ product, mayEdit }: ProductImagesProps) {
  const { images, liveMessage, move, remove } = useImageActions(product.id, product.images)
  const { uploads, retry, dismiss } = useImageUploads(product.id)
  const [shown, setShown] = useState<number>()
  const [described, setDescribed] = useState<ProductImage>()
  const altOf = (at: number) => images[at]?.alt || `${product.name}, image ${at + 1} of ${images.length}`
  const onWay = uploads.filter((one) => !one.problem)
  return (
    <div className="flex flex-col gap-3">
      {(images.length > 0 || onWay.length > 0) && (
        <ImageGrid label="Images">
          {images.map((image, at) => (
            <ImageTile
              key={image.id}
              at={at}
              src={imageAddress(image.id, 'thumbnail')}
              alt={altOf(at)}
              isMain={at === 0 && images.length > 1}
              onOpen={() => setShown(at)}
              {...(mayEdit && images.length > 1 && { onDropped: (from: number) => move(from, at) })}
            >
              {mayEdit && (
                <div className="absolute top-1 right-1 rounded-md bg-card/90">
                  <Menu label={`Actions for image ${at + 1}`}>
                    <MenuItem icon={<Star aria-hidden />} disabled={at === 0} onSelect={() => move(at, 0)}>
                      Make main image
                    </MenuItem>
                    <MenuItem icon={<ArrowLeft aria-hidden />} disabled={at === 0} onSelect={() => move(at, at - 1)}>
                      Move forward
                    </MenuItem>
                    <MenuItem
                      icon={<ArrowRight aria-hidden />}
                      disabled={at === images.length - 1}
                      onSelect={() => move(at, at + 1)}
                    >
                      Move back
                    </MenuItem>
                    <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setDescribed(image)}>
                      Describe
                    </MenuItem>
                    <MenuLine />
                    <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove(image)}>
                      Remove
                    </MenuItem>
                  </Menu>
                </div>
              )}
            </ImageTile>
          ))}
          {onWay.map((one, at) => (
            <ImageTile key={one.key} at={images.length + at} src={one.preview} alt={one.file.name} isPending>
              <ProgressBar
                label={`Sending ${one.file.name}`}
                value={one.sent > 0 && one.sent < 1 ? Math.round(one.sent * 100) : null}
                className="absolute inset-x-2 bottom-2"
              />
            </ImageTile>
          ))}
        </ImageGrid>
      )}
      <Refused uploads={uploads.filter((one) => one.problem)} onRetry={retry} onDismiss={dismiss} />
      {mayEdit && (
        <ImageInput
          room={maxImagesPerProduct - images.length - onWay.length}
          onImages={(files) => sendImages(product.id, files)}
        />
      )}
      <p role="status" className="sr-only">
        {liveMessage}
      </p>
      {shown !== undefined && (
        <ImageViewer
          title={product.name}
          images={images}
          at={Math.min(shown, images.length - 1)}
          onAt={setShown}
          altOf={altOf}
          close={() => setShown(undefined)}
        />
      )}
      {described && <ImageAltDialog productId={product.id} image={described} close={() => setDescribed(undefined)} />}
    </div>
  )
}

type RefusedProps = {
  uploads: readonly ImageUpload[]
  onRetry: (one: ImageUpload) => void
  onDismiss: (one: ImageUpload) => void
}

/** The files that were refused, each with the reason. */
function Refused({ uploads, onRetry, onDismiss }: RefusedProps) {
  return (
    <div role="alert">
      <ul aria-label="Refused files" className="flex flex-col gap-1 empty:hidden">
        {uploads.map((one) => (
          <li key={one.key} className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-1.5 text-bad text-table">
            <span className="min-w-0 flex-1 break-words">
              {one.file.name} {one.problem}
            </span>
            <Button size="sm" onClick={() => onRetry(one)}>
              Try again
            </Button>
            <IconButton size="sm" label={`Dismiss ${one.file.name}`} onClick={() => onDismiss(one)}>
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
