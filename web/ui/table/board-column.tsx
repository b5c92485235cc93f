import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cardKind, columnKind } from './board.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export type BoardColumnProps = {
  id: string
  /** The heading, usually the status as a badge. */
  title: ReactNode
  /** The heading as text. */
  name: string
  /** Total number of cards, including those not loaded. */
  count: ReactNode
  /** For example their total value. */
  summary?: ReactNode
  /** Whether a card may be dropped here, given its id and column. */
  mayDrop?: (card: { cardId: string; from: string }) => boolean
  /** BoardCards; undefined while they are loading. */
  children: ReactNode
  isLoading?: boolean
  isEmpty?: boolean
  /** Replaces the cards. */
  error?: ReactNode
  /** Loads more cards, if there are more. */
  onMore?: (() => void) | undefined
  moreLabel?: string
  isLoadingMore?: boolean
}

/** A column for one status. Cards that may not move here can't be dropped here. */
export function BoardColumn(props: BoardColumnProps) {
  const { id, title, name, count, summary, children, isLoading = false, isEmpty = false, error } = props
  const { onMore, moreLabel = 'Show more', isLoadingMore = false } = props
  const ref = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const mayDrop = useEffectEvent(
    (card: { cardId: string; from: string }) => card.from !== id && (props.mayDrop?.(card) ?? true),
  )
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    return dropTargetForElements({
      element,
      getData: () => ({ kind: columnKind, column: id }),
      canDrop: ({ source: { data } }) =>
        data.kind === cardKind && mayDrop({ cardId: String(data.cardId), from: String(data.from) }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [id])
  return (
    <section
      ref={ref}
      aria-label={name}
      data-column={id}
      className={cn(
        'flex min-h-60 w-72 shrink-0 snap-start flex-col rounded-lg bg-subtle md:min-w-56 md:flex-1 max-md:w-[85vw]',
        isOver && 'outline-2 outline-focus -outline-offset-2',
      )}
    >
      <header className="flex flex-col gap-1 px-3 pt-3 pb-2">
        <h2 className="flex items-center justify-between gap-2 text-sm">
          {title}
          <span className="figures font-medium text-muted text-table">{count}</span>
        </h2>
        {summary && <p className="figures text-secondary text-xs">{summary}</p>}
      </header>
      {error}
      <ul aria-busy={isLoading} className={cn('flex flex-col gap-2 px-2 pb-2', !isEmpty && 'flex-1')}>
        {isLoading ? <LoadingCards /> : children}
      </ul>
      {isEmpty && !error && <p className="-mt-2 px-3 pb-4 text-muted text-xs">Nothing here.</p>}
      {onMore && (
        <div className="px-2 pb-2">
          <Button size="sm" variant="ghost" className="w-full" busy={isLoadingMore} onClick={onMore}>
            {moreLabel}
          </Button>
        </div>
      )}
    </section>
  )
}

function LoadingCards() {
  return [0, 1].map((card) => (
    <li key={card} className="flex flex-col gap-2 rounded-md border border-line bg-card p-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="h-3 w-1/2" />
    </li>
  ))
}
