import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoMatchProps = {
  /** "orders". */
  many: string
  onClear: () => void
  /** What the button clears. */
  cleared?: 'filters' | 'search'
  /** What to try instead. */
  children?: ReactNode
}

/** In the place of a list's rows while its search and its filters leave none. */
export function NoMatch({ many, onClear, cleared = 'filters', children }: NoMatchProps) {
  return (
    <EmptyState kind="no-match" title={`No ${many} match`} action={<Button onClick={onClear}>Clear {cleared}</Button>}>
      {children}
    </EmptyState>
  )
}
