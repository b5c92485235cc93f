import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cardKind } from './board.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'

/** A column that a card can move to; `reason` says why it may not. */
export type BoardTransition = { to: string; label: string; reason?: string | null }

export type BoardCardProps = {
  id: string
  column: string
  /** Name in the card's menu and in announcements. */
  name: string
  /** Empty if the user may not move it. */
  moves: readonly BoardTransition[]
  onMove: (to: string) => void
  /** The move is not confirmed yet: an optimistic update. */
  busy?: boolean
  children: ReactNode
}

/** A card of a board. All moves possible by dragging are also in its menu. */
export function BoardCard({ id, column, name, moves, onMove, busy = false, children }: BoardCardProps) {
  const ref = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const mayMove = moves.some(({ reason }) => !reason) && !busy
  useEffect(() => {
    const element = ref.current
    if (!element || !mayMove) return undefined
    return draggable({
      element,
      getInitialData: () => ({ kind: cardKind, cardId: id, from: column }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, column, mayMove])
  return (
    <li
      ref={ref}
      data-card-id={id}
      aria-busy={busy}
      className={cn(
        'relative flex items-start gap-1 rounded-md border border-line bg-card p-3 pr-1.5 text-table hover:border-line-control/50',
        'has-[[data-card-link]:focus-visible]:outline-2 has-[[data-card-link]:focus-visible]:outline-focus',
        mayMove && 'cursor-grab',
        isDragged && 'opacity-50',
        // The card stays readable meanwhile.
        busy && 'cursor-progress border-line-control border-dashed',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
      {moves.length > 0 && (
        <div className="-mt-1.5 relative z-1">
          <Menu label={`Move ${name}`}>
            <MenuHeading>Move to</MenuHeading>
            {moves.map(({ to, label, reason }) => (
              <MenuItem key={to} disabled={Boolean(reason) || busy} reason={reason} onSelect={() => onMove(to)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </li>
  )
}
