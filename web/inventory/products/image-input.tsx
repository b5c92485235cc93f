import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { imageTypes } from '#shared/inventory/products/image-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop, isAccepted } from '#web/ui/file-drop.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'

const accept = imageTypes.join(',')

type ImageInputProps = {
  onImages: (files: File[]) => void
  /** How many more images can be added. */
  room: number
  disabled?: boolean
}

/** Adds images: from the file dialog, by drag and drop, pasted anywhere on the page, or from a phone's camera. */
export function ImageInput({ onImages, room, disabled = false }: ImageInputProps) {
  const camera = useRef<HTMLInputElement>(null)
  const isTouched = useMediaQuery('(pointer: coarse)')
  const isFull = room <= 0
  const off = disabled || isFull
  usePastedImages(off ? undefined : onImages)
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label="Add images"
        hideLabel
        multiple
        accept={accept}
        disabled={off}
        onFiles={onImages}
        hint={isFull ? 'Image limit reached. Remove one first.' : hint(isTouched)}
      />
      {isTouched && (
        <>
          <Button disabled={off} onClick={() => camera.current?.click()}>
            <Camera aria-hidden />
            Take a photo
          </Button>
          <input
            ref={camera}
            type="file"
            tabIndex={-1}
            aria-label="Take a photo"
            accept="image/*"
            capture="environment"
            disabled={off}
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              if (files.length > 0) onImages(files)
            }}
          />
        </>
      )}
    </div>
  )
}

const hint = (isTouched: boolean) =>
  isTouched ? 'JPEG, PNG or WebP, up to 10 MB' : 'JPEG, PNG or WebP, up to 10 MB. You can also paste.'

/** Handles images that are pasted anywhere on the page: no other field accepts them. */
function usePastedImages(onImages: ((files: File[]) => void) | undefined) {
  const take = useRef(onImages)
  useEffect(() => {
    take.current = onImages
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => isAccepted(file, accept))
      if (files.length === 0 || !take.current || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      take.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
