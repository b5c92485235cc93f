import { CircleAlert, RotateCw } from 'lucide-react'
import { createContext, use } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { PartName } from './card.tsx'
import { EmptyState } from './empty-state.tsx'

/** A failed request; `status` only if the server responded. */
export type LoadError = { message: string; status?: number }

export type ErrorStateProps = {
  error: LoadError
  /** What could not be loaded: "Orders"; defaults to the title of the surrounding card or table. */
  what?: string
  /** Replaces "… could not be loaded", for other failures. */
  title?: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string | undefined
}

/** Who can grant permission, for error messages; customers ask someone other than an administrator. */
export const WhoPermits = createContext('an administrator')

/** The user lacks the permission: trying again is pointless. */
export const isRefused = (error: LoadError | null | undefined) => error?.status === 403

/** Error message in place of content that failed to load, with “Try again”; without permission it says so instead. */
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
