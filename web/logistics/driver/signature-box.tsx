import SignaturePad, { type PointGroup } from 'signature_pad'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'

export interface Signature {
  isEmpty: () => boolean
  /** Dark on white, as shown in the proof of delivery. */
  toPicture: () => Promise<Blob>
}

/** Strokes, drawn in a box of this width. */
export interface Strokes {
  width: number
  groups: readonly PointGroup[]
}

type Props = {
  ref: Ref<Signature>
  initial: Strokes | null
  error?: string | undefined
  onChange: (strokes: Strokes | null) => void
}

/** A signature pad for the receiver; the strokes survive rotating the phone. */
export function SignatureBox({ ref, initial, error, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [before] = useState(initial)
  const signed = useEffectEvent(onChange)
  useEffect(() => {
    const drawn = canvas.current
    if (!drawn) return
    const made = new SignaturePad(drawn, {
      backgroundColor: '#ffffff',
      penColor: '#14181a',
      minWidth: 1,
      maxWidth: 3.5,
    })
    pad.current = made
    made.addEventListener('endStroke', () => signed({ width: drawn.clientWidth, groups: made.toData() }))
    const fit = () => {
      const ratio = Math.max(window.devicePixelRatio, 1)
      const { clientWidth, clientHeight } = drawn
      const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)]
      if (drawn.width === width && drawn.height === height) return
      const strokes = made.toData()
      const widthBefore = drawn.width / Math.max(window.devicePixelRatio, 1)
      drawn.width = width
      drawn.height = height
      drawn.getContext('2d')?.scale(ratio, ratio)
      made.clear()
      // Scale to the new width, so that a stroke drawn in landscape still fits in portrait.
      const scale = widthBefore > 0 && strokes.length > 0 ? Math.min(1, clientWidth / widthBefore) : 1
      made.fromData(scaled(strokes, scale))
    }
    fit()
    if (before) made.fromData(scaled(before.groups, Math.min(1, drawn.clientWidth / before.width)))
    const observer = new ResizeObserver(fit)
    observer.observe(drawn)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [before])
  useImperativeHandle(ref, () => ({
    isEmpty: () => pad.current?.isEmpty() ?? true,
    toPicture: () =>
      new Promise((done, failed) =>
        canvas.current?.toBlob((blob) => (blob ? done(blob) : failed(new Error('No picture'))), 'image/png'),
      ),
  }))
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">Signature</span>
        <Button
          onClick={() => {
            pad.current?.clear()
            onChange(null)
          }}
        >
          Clear
        </Button>
      </div>
      <canvas
        ref={canvas}
        role="img"
        aria-label="Signature: sign here"
        className="h-44 w-full touch-none select-none rounded-lg border-2 border-line-control bg-white"
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

const scaled = (groups: readonly PointGroup[], scale: number): PointGroup[] =>
  groups.map((group) => ({
    ...group,
    points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
