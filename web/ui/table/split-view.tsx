import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { dimmedClass } from './dimmed.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type SplitRow = { id: string; title: string; note?: ReactNode; corner?: ReactNode }
export type SplitViewProps = {
  /** What the rows are: "Customers". */
  label: string
  rows: readonly SplitRow[] | undefined
  /** The id of the selected row. */
  value: string | undefined
  /** Renders the link that selects a row. */
  renderLink: (link: { id: string; className: string; children: ReactNode; 'aria-current'?: 'true' }) => ReactElement
  /** Below the rows: a Pagination. */
  footer?: ReactNode
  /** Shown above both, when the rows couldn't be loaded. */
  notice?: ReactNode
  /** The rows belong to an earlier query. */
  dimmed?: boolean | undefined
  /** Replaces both: an empty or an error state. */
  instead?: ReactNode
  /** The selected record. */
  children: ReactNode
}

/** Master–detail layout for working through many records: list left, selected record right; stacked on a phone. */
export function SplitView({ label, rows, value, renderLink, footer, instead, children, ...rest }: SplitViewProps) {
  const { notice, dimmed } = rest
  if (instead)
    return (
      <div data-list className="rounded-lg border border-line bg-card">
        {instead}
      </div>
    )
  return (
    <div className="grid grid-cols-[20rem_minmax(0,1fr)] items-start gap-6 max-lg:grid-cols-1">
      <div className="overflow-hidden rounded-lg border border-line bg-card lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
        {notice}
        <nav
          aria-label={label}
          // A scrollable region must be focusable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={cn('max-h-[calc(100dvh-14rem)] overflow-y-auto max-lg:max-h-72', dimmed && dimmedClass)}
        >
          {rows ? (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id}>
                  {renderLink({
                    id: row.id,
                    ...(row.id === value && { 'aria-current': 'true' }),
                    className: cn(
                      'flex min-h-14 items-start justify-between gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-subtle',
                      row.id === value && 'bg-accent-soft hover:bg-accent-soft',
                    ),
                    children: (
                      <>
                        <span className="flex min-w-0 flex-col">
                          <span className="truncate font-medium text-table">{row.title}</span>
                          <span className="truncate text-muted text-xs">{row.note}</span>
                        </span>
                        {row.corner}
                      </>
                    ),
                  })}
                </li>
              ))}
            </ul>
          ) : (
            <div aria-busy className="flex flex-col gap-3 p-4">
              {[0, 1, 2, 3, 4, 5].map((at) => (
                <Skeleton key={at} className="h-10 w-full" />
              ))}
            </div>
          )}
        </nav>
        {footer}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
