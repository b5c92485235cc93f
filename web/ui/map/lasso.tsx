import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Spot } from './inside-polygon.ts'

type LassoProps = {
  /** The drawn polygon, in pixels of the map. */
  onDrawn: (corners: readonly Spot[]) => void
  onCancel: () => void
}

/** Minimum distance between two corners. */
const step = 4

/** Overlay on the map for selecting points by drawing around them. */
export function Lasso({ onDrawn, onCancel }: LassoProps) {
  const [corners, setCorners] = useState<readonly Spot[]>([])
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && cancel()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const spotOf = (event: PointerEvent<HTMLElement>): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  function draw(event: PointerEvent<HTMLElement>) {
    const last = corners.at(-1)
    if (!last) return
    const spot = spotOf(event)
    if (Math.hypot(spot.x - last.x, spot.y - last.y) >= step) setCorners([...corners, spot])
  }
  return (
    <div
      data-lasso
      className="absolute inset-0 z-[1] cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setCorners([spotOf(event)])
      }}
      onPointerMove={draw}
      onPointerUp={() => {
        if (corners.length > 2) onDrawn(corners)
        setCorners([])
      }}
      onPointerCancel={() => setCorners([])}
    >
      <svg aria-hidden className="size-full">
        <polygon
          points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-accent/15 stroke-2 stroke-accent"
          strokeDasharray="6 4"
        />
      </svg>
    </div>
  )
}
