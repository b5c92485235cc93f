import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'
import { usePortal } from './portal-context.ts'

/** A list of rows that are links over the full width, for touch. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">{children}</ul>
}

/** A row: title, a line below it, and the status at the right. */
export function RowLink({
  to,
  title,
  note,
  side,
}: {
  to: string
  title: ReactNode
  note?: ReactNode
  side?: ReactNode
}) {
  const { base } = usePortal()
  return (
    <li>
      <Link
        to={`${base}${to}`}
        className="flex min-h-14 items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-subtle"
      >
        {/* If number and amount don't fit in one line, the amount moves below. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-min flex-1">
            <span className="wrap-anywhere block font-medium">
              {typeof title === 'string' ? unbrokenNumbers(title) : title}
            </span>
            {note && <span className="wrap-anywhere block text-muted text-table">{note}</span>}
          </span>
          <span className="ml-auto flex flex-col items-end gap-1 text-right">{side}</span>
        </span>
        <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}
