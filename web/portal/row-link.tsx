import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePortal } from './portal-context.ts'

/** A list whose rows are links as wide as the page, for a thumb. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">{children}</ul>
}

/** Numbers of documents in one piece: a hyphen is no place to break them. */
const unbroken = (title: string) =>
  title.split(/([A-Z]+-\d[\d-]*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )

/** One of them: what it is, a line below, and at the right how it stands. */
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
        <span className="min-w-0 flex-1">
          <span className="wrap-anywhere block font-medium">{typeof title === 'string' ? unbroken(title) : title}</span>
          {note && <span className="wrap-anywhere block text-muted text-table">{note}</span>}
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1 text-right">{side}</span>
        <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}
