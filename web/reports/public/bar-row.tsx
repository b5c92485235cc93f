import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/ui/class-names.ts'

export type BarRowProps = {
  /** The link of the row; undefined for plain text. */
  to?: string | undefined
  label: ReactNode
  /** A second line. */
  secondary?: ReactNode
  value: ReactNode
  /** The length of the bar, from 0 to 1. */
  share?: number
  muted?: boolean
}

/** A row of a ranked list, with a bar behind the text. */
export function BarRow({ to, label, secondary, value, share = 0, muted = false }: BarRowProps) {
  const content = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-px left-0 rounded-sm bg-accent-soft"
        style={{ width: `${Math.min(1, share) * 100}%` }}
      />
      <span className="relative flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {secondary && <span className="truncate text-muted text-xs">{secondary}</span>}
      </span>
      <span className="figures relative shrink-0">{value}</span>
    </>
  )
  const rowClass = cn(
    'relative flex items-center gap-4 rounded-sm px-2 text-table',
    secondary ? 'h-11' : 'h-7',
    muted && 'text-muted',
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={cn(rowClass, 'hover:bg-subtle')}>
          {content}
        </Link>
      ) : (
        <div className={rowClass}>{content}</div>
      )}
    </li>
  )
}
