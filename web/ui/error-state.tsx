import { CircleAlert, RotateCw } from 'lucide-react'
import { createContext, use } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { PartName } from './card.tsx'
import { EmptyState } from './empty-state.tsx'

/** What an answer failed with; the status only where it came from the server. */
export type LoadError = { message: string; status?: number }

export type ErrorStateProps = {
  error: LoadError
  /** What could not be loaded: "Orders"; the name of the card or the table around it, where it is left out. */
  what?: string
  /** For what failed otherwise than by loading. */
  title?: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string | undefined
}

/** Who may be asked to allow what may not be seen; customers have others to ask than the office. */
export const WhoPermits = createContext('an administrator')

/** Nobody's to see, or no longer: trying again brings nothing. */
export const isRefused = (error: LoadError | null | undefined) => error?.status === 403

/** A failed load, told in place with a way to try again; the page around it stays usable. What may not be seen says that instead. */
export function ErrorState({ error, onRetry, retrying = false, className, title, ...props }: ErrorStateProps) {
  const { what = use(PartName) ?? 'This' } = props
  if (isRefused(error) && title === undefined) return <Refused what={what} className={className} />
  return (
    <div role="alert" className={cn('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span data-tint className="mb-3 flex size-10 items-center justify-center rounded-lg bg-bad-soft text-bad">
        <CircleAlert aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <p className="font-semibold text-primary">{title ?? `${what} could not be loaded`}</p>
      <p className="mt-1 max-w-96 text-pretty text-secondary">{error.message}</p>
      {onRetry && !isRefused(error) && (
        <Button className="mt-4" busy={retrying} onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      )}
    </div>
  )
}

function Refused({ what, className }: { what: string; className: string | undefined }) {
  const part = what.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return (
    <EmptyState kind="no-permission" title={`You can't view ${part}`} {...(className && { className })}>
      Ask {use(WhoPermits)} for permission to view {part}.
    </EmptyState>
  )
}
