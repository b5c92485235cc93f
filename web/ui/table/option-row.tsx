import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'

export type OptionRowProps = {
  id: string
  active: boolean
  chosen?: boolean
  disabled?: boolean
  icon?: ReactNode
  onActive: () => void
  onPick: () => void
  children: ReactNode
}

/** An option. The focus stays in the input, which handles the keys; its aria-activedescendant points here. */
export function OptionRow({
  id,
  active,
  chosen = false,
  disabled = false,
  icon,
  onActive,
  onPick,
  children,
}: OptionRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={disabled}
      ref={(row) => {
        if (active) row?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseMove={() => !active && onActive()}
      onClick={onPick}
      className={cn(
        'flex cursor-pointer items-start gap-2 rounded-md px-2.5 py-1.5 text-sm',
        active && 'bg-subtle-strong outline-transparent forced-colors:outline-2',
        disabled && 'cursor-not-allowed text-muted',
      )}
    >
      {icon}
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
      {chosen && <Check aria-hidden size={16} className="mt-0.5 text-accent-text" />}
    </div>
  )
}

/** The state of the search, visible and for screen readers. */
export function OptionStatus({ searching, failed, count }: { searching: boolean; failed: boolean; count: number }) {
  const text = searching
    ? 'Searching…'
    : failed
      ? 'The search failed. Type to try again.'
      : count === 0 && 'Nothing found'
  return (
    <p role="status" className="flex items-center gap-2 border-line px-3.5 py-2 text-muted text-table empty:hidden">
      {searching && <Spinner />}
      {text}
    </p>
  )
}
