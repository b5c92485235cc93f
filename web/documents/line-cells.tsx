import { Children, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/ui/class-names.ts'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'

type LineNameProps = {
  name: string
  /** The path of its page; null if the user may not view it. */
  to: string | null
  /** Shown beside the name: the SKU. */
  code?: string | null
  /** Shown below the name: tax, kind, agreements. */
  note?: ReactNode
  /** The lots, shown beside the name if there is space. */
  lots?: ReactNode
}

/** The name of what a line contains. */
export function LineName({ name, to, code, note, lots }: LineNameProps) {
  const shown = unbrokenNumbers(name)
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="min-w-0">
        {to === null ? (
          <span className="mr-2 font-medium">{shown}</span>
        ) : (
          <Link to={to} className="mr-2 font-medium hover:underline">
            {shown}
          </Link>
        )}
        {code && <span className="inline-block text-muted text-xs">{code}</span>}
        {note && <span className="block text-muted text-xs">{note}</span>}
      </span>
      {lots}
    </div>
  )
}

type LotChipsProps = {
  children: ReactNode
  /** Shows all lots from the start, as one of them has a warning. */
  isOpen?: boolean
}

/** The lots of a line: the first two, and the others on demand. Prints all. */
export function LotChips({ children, isOpen = false }: LotChipsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const more = Children.toArray(children).length - 2
  const canFold = more > 1 && !isOpen
  return (
    <ul
      className={cn(
        'flex min-w-0 flex-wrap gap-1 empty:hidden',
        canFold && !isUnfolded && 'not-print:[&>li:nth-child(n+3):not(:last-child)]:hidden',
      )}
    >
      {children}
      {canFold && (
        <li data-chrome>
          <button
            type="button"
            aria-expanded={isUnfolded}
            className="link min-h-6 px-1 text-xs"
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Show fewer lots' : `${more} more lots`}
          </button>
        </li>
      )}
    </ul>
  )
}

/** A lot of a line, with a note. */
export function LotChip({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <li
      data-tint
      className="flex min-h-5 min-w-0 items-center gap-1.5 rounded-sm bg-subtle px-1.5 text-secondary text-xs"
    >
      {icon}
      <span className="figures wrap-anywhere">{children}</span>
    </li>
  )
}

/** A number, with a note below it. */
export function Counted({ value, note, isWarn = false }: { value: number; note?: ReactNode; isWarn?: boolean }) {
  return (
    <span className={isWarn ? 'font-medium text-warn' : undefined}>
      {value.toLocaleString()}
      {note && (
        <span className={`block whitespace-nowrap text-xs ${isWarn ? '' : 'font-normal text-muted'}`}>{note}</span>
      )}
    </span>
  )
}
