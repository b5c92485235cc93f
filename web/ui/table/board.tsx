import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

export type BoardProps = {
  label: string
  /** BoardColumns, from the first status to the last. */
  children: ReactNode
  /** What the last move did, for who doesn't see it: "Gloves moved to Proposal". */
  announcement: string
  hidden?: boolean
  /** A card was dropped on another column. */
  onDrop: (drop: BoardDrop) => void
}

/** What is dragged, from where to where: ids that the page gave. */
type BoardDrop = { cardId: string; from: string; to: string }

/** What a dragged card and a column carry, so that boards don't take what is not theirs. */
export const cardKind = 'board-card'
export const columnKind = 'board-column'

/** Statuses as columns, records as cards; dragged, or moved by each card's menu. On a narrow screen it scrolls sideways. */
export function Board({ label, children, announcement, hidden, onDrop }: BoardProps) {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === cardKind,
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets.find(({ data }) => data.kind === columnKind)
          const { cardId, from } = source.data
          const to = target?.data.column
          if (typeof cardId === 'string' && typeof from === 'string' && typeof to === 'string' && to !== from)
            drop({ cardId, from, to })
        },
      }),
    [],
  )
  return (
    <>
      <section
        aria-label={label}
        hidden={hidden}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be scrolled by keys too
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be scrolled by keys too
        tabIndex={0}
        className="-mx-1 flex snap-x items-stretch gap-3 overflow-x-auto px-1 pb-2 max-md:snap-mandatory"
      >
        {children}
      </section>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
