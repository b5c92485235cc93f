import { Inbox, Lock, SearchX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cn } from './class-names.ts'
import { useActionInList } from './page-header.tsx'

const icons = { nothing: Inbox, 'no-match': SearchX, 'no-permission': Lock }

export type EmptyStateProps = {
  kind: keyof typeof icons
  title: string
  children?: ReactNode
  /** The next step: a primary button, "Clear filters", "Ask an admin". */
  action?: ReactNode
  className?: string
}

/** Shown instead of rows: nothing yet, no matches, or no permission. */
export function EmptyState({ kind, title, children, action, className }: EmptyStateProps) {
  const Icon = icons[kind]
  const place = useRef<HTMLDivElement>(null)
  useActionInList(place, kind === 'nothing' && Boolean(action))
  return (
    <div ref={place} data-empty={kind} className={cn('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span data-tint className="mb-3 flex size-10 items-center justify-center rounded-lg bg-subtle text-muted">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <p className="font-semibold text-primary">{title}</p>
      {children && <div className="mt-1 max-w-96 text-pretty text-secondary">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
