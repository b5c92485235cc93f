import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export type BulkBarProps = {
  count: number
  onClear: () => void
  /** Selects the rest of the list: "Select all 10,324 results". */
  onSelectAll?: (() => void) | undefined
  selectAllLabel?: string
  /** Bulk actions: small buttons, a menu. */
  children: ReactNode
}

/** Toolbar for the selected rows; floats at the bottom of the list. Escape clears the selection. */
export function BulkBar({ count, onClear, onSelectAll, selectAllLabel, children }: BulkBarProps) {
  useShortcuts({ Escape: () => count > 0 && onClear() })
  return (
    <div data-chrome className="pointer-events-none sticky bottom-4 z-30 flex justify-center">
      {count > 0 && (
        <section
          aria-label="Selection"
          className="pointer-events-auto flex max-w-full animate-rise flex-wrap items-center gap-x-1.5 gap-y-2 rounded-lg bg-overlay p-2 pl-4 shadow-overlay md:max-lg:gap-x-1 forced-colors:border"
        >
          <p role="status" className="figures font-medium max-md:order-first">
            {count.toLocaleString()} selected
          </p>
          {onSelectAll && (
            <Button variant="ghost" size="sm" className="max-md:order-first" onClick={onSelectAll}>
              {selectAllLabel}
            </Button>
          )}
          <span aria-hidden className="mx-1 h-5 w-px bg-line max-lg:hidden" />
          {children}
          <Button
            variant="ghost"
            size="sm"
            aria-label="Clear selection"
            className="max-md:order-first md:max-lg:px-2"
            onClick={onClear}
          >
            <X aria-hidden className="lg:hidden" />
            <span className="max-lg:hidden">Clear</span>
          </Button>
        </section>
      )}
    </div>
  )
}
