import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

export type BoardProps = {
  label: string
  /** BoardColumns, from the first status to the last. */
  children: ReactNode
  /** Announces the last move to screen readers: "Gloves moved to Proposal". */
  announcement: string
  hidden?: boolean
  /** Called when a card is dropped on another column. */
  onDrop: (drop: BoardDrop) => void
}

/** The dragged card and its source and target column. */
type BoardDrop = { cardId: string; from: string; to: string }

/** Kinds of drag data, so that a board ignores what is dragged from elsewhere. */
export const cardKind = 'board-card'
export const columnKind = 'board-column'

/**
 * A Kanban board: statuses as columns, records as cards, moved by dragging or by each card's menu. Scrolls sideways on a
 * narrow screen.
 */
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
