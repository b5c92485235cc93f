import { Camera, X } from 'lucide-react'
import { type ChangeEvent, useCallback, useRef, useState } from 'react'
import { shrinkPhoto } from '#web/logistics/public/photos.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'

type Props = {
  photos: readonly Blob[]
  onChange: (photos: readonly Blob[]) => void
  maxCount: number
  label?: string
  busy?: boolean
}

/** Photos to send; scaled down and stripped of metadata on the device. */
export function PhotoPicker({ photos, onChange, maxCount, label = 'Add photo', busy = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function take(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    setReading(true)
    setProblem(undefined)
    const read = await Promise.allSettled(files.map(shrinkPhoto))
    const ready = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failed = files.filter((_, at) => read[at]?.status === 'rejected')
    const all = [...photos, ...ready]
    if (failed.length > 0) setProblem(`${failed.map(({ name }) => name).join(', ')}: not a photo`)
    else if (all.length > maxCount) setProblem(`At most ${maxCount} photos`)
    onChange(all.slice(0, maxCount))
    setReading(false)
  }
  return (
    <div className="flex flex-col gap-3">
      {photos.length > 0 && (
        <ul aria-label="Photos" className="flex flex-wrap gap-3">
          {photos.map((photo, at) => (
            <li key={at} className="relative">
              <Preview photo={photo} label={`Photo ${at + 1}`} />
              <IconButton
                label={`Remove photo ${at + 1}`}
                variant="secondary"
                className="absolute -top-2 -right-2 rounded-full"
                onClick={() => onChange(photos.filter((_, other) => other !== at))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void take(event)}
      />
      <Button
        className="self-start"
        busy={isReading || busy}
        disabled={photos.length >= maxCount}
        onClick={() => input.current?.click()}
      >
        <Camera aria-hidden size={16} />
        {label}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}

function Preview({ photo, label }: { photo: Blob; label: string }) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      picture.src = URL.createObjectURL(photo)
      return () => URL.revokeObjectURL(picture.src)
    },
    [photo],
  )
  return <img ref={show} alt={label} className="size-24 rounded-lg border border-line object-cover" />
}
