import { type PointerEvent, type Ref, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'

/** Strokes as points [x, y] in the coordinates of the box, independent of the size on screen. */
export type Strokes = readonly (readonly (readonly number[])[])[]

type SignatureFieldProps = {
  label: string
  box: { width: number; height: number }
  value: Strokes
  onChange: (strokes: Strokes) => void
  error?: string | undefined
  ref?: Ref<SVGSVGElement>
}

/** Minimum distance between two points; closer ones add nothing. */
const minDistance = 4
const maxPoints = 1500
const maxStrokes = 120

/** A field for signing by finger, pen or mouse. Offer typing the name as an alternative: not everyone can draw. */
export function SignatureField({ label, box, value, onChange, error, ref }: SignatureFieldProps) {
  // In a ref: state updates too late for the next move of a fast pen.
  const strokes = useRef(value)
  const isDrawing = useRef(false)
  const id = useId()

  function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): [number, number] {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (part: number, max: number) => Math.round(Math.min(Math.max(part, 0), 1) * max)
    return [within((clientX - left) / width, box.width), within((clientY - top) / height, box.height)]
  }
  function draw(next: Strokes) {
    strokes.current = next
    onChange(next)
  }
  function start(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0 || strokes.current.length >= maxStrokes) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    isDrawing.current = true
    draw([...strokes.current, [pointOf(event)]])
  }
  function go(event: PointerEvent<SVGSVGElement>) {
    if (!isDrawing.current) return
    const stroke = strokes.current.at(-1) ?? []
    const [x, y] = pointOf(event)
    const [lastX = 0, lastY = 0] = stroke.at(-1) ?? []
    if (stroke.length >= maxPoints || Math.hypot(x - lastX, y - lastY) < minDistance) return
    draw([...strokes.current.slice(0, -1), [...stroke, [x, y]]])
  }
  const end = () => {
    isDrawing.current = false
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">{label}</span>
        <Button size="sm" variant="ghost" disabled={value.length === 0} onClick={() => draw([])}>
          Clear
        </Button>
      </div>
      <svg
        ref={ref}
        id={id}
        role="img"
        aria-label={value.length > 0 ? `${label}: signed` : error ? label : `${label}: sign here`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        // The form focuses it when the signature is missing.
        tabIndex={-1}
        viewBox={`0 0 ${box.width} ${box.height}`}
        onPointerDown={start}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
        className="w-full cursor-crosshair touch-none select-none rounded-md border border-line-control bg-card text-primary aria-invalid:border-bad"
      >
        <SignatureStrokes strokes={value} />
      </svg>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The strokes of a signature, inside an svg whose viewBox is their box. */
export function SignatureStrokes({ strokes }: { strokes: Strokes }) {
  return strokes.map((stroke, at) => (
    <polyline
      // Strokes have no id but their index.
      key={at}
      points={stroke.map(([x, y]) => `${x},${y}`).join(' ')}
      fill="none"
      stroke="currentColor"
      strokeWidth={6}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ))
}
