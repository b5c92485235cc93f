import { Camera, X } from 'lucide-react'
import { type ChangeEvent, useCallback, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { type ReadyFile, readyFile, shrinkPhoto } from '#web/logistics/public/photos.ts'

const maxPhotos = 10

type Props = {
  photos: readonly ReadyFile[]
  onChange: (photos: readonly ReadyFile[]) => void
  help?: string
  error?: string | undefined
}

/** Photos from the camera, scaled down before they are stored. */
export function PhotoField({ photos, onChange, help, error: missing }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function take(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    setBusy(true)
    setError(undefined)
    try {
      const ready = await Promise.all(files.map(async (file) => readyFile(await shrinkPhoto(file))))
      const all = [...photos, ...ready]
      onChange(
        all.filter((one, at) => all.findIndex((other) => other.sha256 === one.sha256) === at).slice(0, maxPhotos),
      )
    } catch {
      setError('That file is not a photo that this phone can read')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, at) => (
            <li key={photo.sha256} className="relative">
              <Preview photo={photo} label={`Photo ${at + 1}`} />
              <IconButton
                label={`Remove photo ${at + 1}`}
                size="lg"
                variant="secondary"
                className="absolute -top-2 -right-2 rounded-full"
                onClick={() => onChange(photos.filter((one) => one !== photo))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Photo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void take(event)}
      />
      <Button size="lg" busy={isBusy} disabled={photos.length >= maxPhotos} onClick={() => input.current?.click()}>
        <Camera aria-hidden />
        Take photo
      </Button>
      {(error ?? missing) && (
        <div tabIndex={-1} aria-invalid>
          <FieldError>{error ?? missing}</FieldError>
        </div>
      )}
      {help && <p className="text-muted">{help}</p>}
    </div>
  )
}

function Preview({ photo, label }: { photo: ReadyFile; label: string }) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      picture.src = URL.createObjectURL(new Blob([photo.content]))
      return () => URL.revokeObjectURL(picture.src)
    },
    [photo],
  )
  return <img ref={show} alt={label} className="size-24 rounded-lg border border-line object-cover" />
}
