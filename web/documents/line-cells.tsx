import type { ReactNode } from 'react'
import { Link } from 'react-router'

type LineNameProps = {
  name: string
  /** Its page, for those who may see it. */
  to: string | null
  /** Beside it: the SKU. */
  code?: string | null
  /** Below it: tax, kind, what was agreed. */
  note?: ReactNode
  /** Its lots, beside the name where there is room. */
  lots?: ReactNode
}

/** What a line is of. */
export function LineName({ name, to, code, note, lots }: LineNameProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="min-w-0">
        {to === null ? (
          <span className="mr-2 font-medium">{name}</span>
        ) : (
          <Link to={to} className="mr-2 font-medium hover:underline">
            {name}
          </Link>
        )}
        {code && <span className="inline-block text-muted text-xs">{code}</span>}
        {note && <span className="block text-muted text-xs">{note}</span>}
      </span>
      {lots}
    </div>
  )
}

/** The lots of a line. */
export const LotChips = ({ children }: { children: ReactNode }) => (
  <ul className="flex min-w-0 flex-wrap gap-1 empty:hidden">{children}</ul>
)

/** One lot of a line, and what is to be said of it. */
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

/** A figure, and below it what is to be said of it. */
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
