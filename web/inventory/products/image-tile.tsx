import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '#web/ui/class-names.ts'

type ImageTileProps = {
  src: string
  alt: string
  /** The position in the grid, from 0; dragged tiles transfer it. */
  at: number
  isMain?: boolean
  /** Dims the tile during its upload. */
  isPending?: boolean
  onOpen?: () => void
  /** Called when another tile is dropped on this one. */
  onDropped?: (from: number) => void
  /** Shown over the image: a menu, a progress bar. */
  children?: ReactNode
}

/** The data type of a dragged tile. */
const kind = 'product-image'

/** One image in a grid; dragging or its menu changes the order. */
export function ImageTile(props: ImageTileProps) {
  const { src, alt, at, isMain = false, isPending = false, onOpen, onDropped, children } = props
  const tile = useRef<HTMLLIElement>(null)
  const [dragState, setDragState] = useState<'dragged' | 'over'>()
  const dropped = useRef(onDropped)
  useEffect(() => {
    dropped.current = onDropped
  })
  const isMovable = onDropped !== undefined
  useEffect(() => {
    const element = tile.current
    if (!element || !isMovable) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ kind, at }),
        onDragStart: () => setDragState('dragged'),
        onDrop: () => setDragState(undefined),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['kind'] === kind && source.data['at'] !== at,
        onDragEnter: () => setDragState('over'),
        onDragLeave: () => setDragState(undefined),
        onDrop: ({ source }) => {
          setDragState(undefined)
          dropped.current?.(Number(source.data['at']))
        },
      }),
    )
  }, [at, isMovable])
  const picture = (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={cn('size-full object-contain', isPending && 'opacity-40')}
    />
  )
  return (
    <li
      ref={tile}
      className={cn(
        'relative aspect-square overflow-hidden rounded-md border border-line bg-subtle',
        isMovable && 'cursor-grab',
        dragState === 'dragged' && 'opacity-40',
        dragState === 'over' && 'border-accent outline-2 outline-accent',
      )}
    >
      {onOpen ? (
        <button type="button" data-print aria-label={`Show ${alt}`} onClick={onOpen} className="block size-full">
          {picture}
        </button>
      ) : (
        picture
      )}
      {isMain && (
        <span className="absolute bottom-1 left-1 rounded-sm bg-card/90 px-1.5 py-0.5 font-medium text-secondary text-xs">
          Main
        </span>
      )}
      {children}
    </li>
  )
}

/** The grid of image tiles. */
export function ImageGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
      {children}
    </ul>
  )
}
