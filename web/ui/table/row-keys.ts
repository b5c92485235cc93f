import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Moves the focus between rows: j and k from anywhere on the page, arrows, Home and End inside the list. */
export function useRowKeys(list: RefObject<HTMLElement | null>, toggle: ((row: string) => void) | undefined) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const current = () => rows().findIndex((row) => row.closest('[data-row]')?.contains(document.activeElement))

  function move(event: Pick<KeyboardEvent, 'preventDefault'>, next: (at: number, last: number) => number) {
    const all = rows()
    const row = all[Math.max(0, Math.min(all.length - 1, next(current(), all.length - 1)))]
    if (!row) return
    event.preventDefault()
    row.focus()
    row.scrollIntoView({ block: 'nearest' })
  }

  useShortcuts({
    j: (event) => move(event, down),
    k: (event) => move(event, up),
    x: () => {
      const id = rows()[current()]?.closest<HTMLElement>('[data-row]')?.dataset.row
      if (id !== undefined) toggle?.(id)
    },
  })

  return (event: ReactKeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), select, textarea')) return
    if (event.key === 'ArrowDown') move(event, down)
    else if (event.key === 'ArrowUp') move(event, up)
    else if (event.key === 'Home') move(event, () => 0)
    else if (event.key === 'End') move(event, (_, last) => last)
  }
}

const down = (at: number) => at + 1
const up = (at: number) => (at < 0 ? 0 : at - 1)
