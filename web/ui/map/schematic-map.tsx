import { Lasso as LassoIcon, Maximize, Minus, Plus, SquareCheckBig } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Lasso } from './lasso.tsx'
import { MapBoundary } from './map-boundary.tsx'
import type { MapControls, SchematicMapProps } from './map-props.ts'

const fetchDrawing = () => lazy(() => import('./schematic-map-drawing.tsx'))
const FirstDrawing = fetchDrawing()

/** Map of points and lines over a grid of degrees. No map tiles, so no requests to other servers. */
export function SchematicMap(props: SchematicMapProps) {
  const controls = useRef<MapControls>(null)
  const [isDrawing, setDrawing] = useState(false)
  // React.lazy caches a failed load, so trying again needs a new lazy component.
  const [Drawing, setFetched] = useState(() => FirstDrawing)
  const { onChoose } = props
  return (
    <section
      aria-label={props.label}
      className={cn(
        'relative isolate break-inside-avoid overflow-hidden rounded-lg border border-line bg-card',
        props.className ?? 'h-[min(34rem,70vh)]',
      )}
    >
      <MapBoundary onRetry={() => setFetched(() => fetchDrawing())}>
        <Suspense fallback={<div className="size-full animate-breathe bg-subtle" />}>
          <Drawing {...props} controls={controls} />
        </Suspense>
      </MapBoundary>
      {isDrawing && (
        <Lasso
          onDrawn={(corners) => {
            setDrawing(false)
            onChoose?.(controls.current?.pointsIn(corners) ?? [])
          }}
          onCancel={() => setDrawing(false)}
        />
      )}
      <div
        data-chrome
        className="absolute top-3 right-3 z-10 flex flex-col gap-1 rounded-md bg-overlay p-1 shadow-overlay"
      >
        <IconButton size="sm" label="Zoom in" onClick={() => controls.current?.zoom(1)}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton size="sm" label="Zoom out" onClick={() => controls.current?.zoom(-1)}>
          <Minus aria-hidden />
        </IconButton>
        <IconButton size="sm" label="Show all" onClick={() => controls.current?.fit()}>
          <Maximize aria-hidden />
        </IconButton>
        {onChoose && (
          <>
            <IconButton
              size="sm"
              label="Draw around points"
              aria-pressed={isDrawing}
              className={cn(isDrawing && 'bg-accent-soft text-accent-text')}
              onClick={() => setDrawing(!isDrawing)}
            >
              <LassoIcon aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label="Select shown points"
              onClick={() => onChoose(controls.current?.pointsIn() ?? [])}
            >
              <SquareCheckBig aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </section>
  )
}
