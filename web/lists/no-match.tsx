import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoMatchProps = {
  /** The rows in the plural: "orders". */
  many: string
  onClear: () => void
  /** What the button clears. */
  cleared?: 'filters' | 'search'
  /** Suggestions what to try instead. */
  children?: ReactNode
}

/** Shown instead of rows when search and filters match none. */
export function NoMatch({ many, onClear, cleared = 'filters', children }: NoMatchProps) {
  return (
    <EmptyState kind="no-match" title={`No ${many} match`} action={<Button onClick={onClear}>Clear {cleared}</Button>}>
      {children}
    </EmptyState>
  )
}
