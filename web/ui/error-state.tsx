import { CircleAlert, RotateCw } from 'lucide-react'
import { use } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { PartName } from './card.tsx'

export type ErrorStateProps = {
  message: string
  /** What could not be loaded: "Orders"; the name of the card or the table around it, where it is left out. */
  what?: string
  /** For what failed otherwise than by loading. */
  title?: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string
}

/** A failed load, told in place with a way to try again; the page around it stays usable. */
export function ErrorState({ message, onRetry, retrying = false, className, ...props }: ErrorStateProps) {
  const { what = use(PartName) ?? 'This', title = `${what} could not be loaded` } = props
  return (
    <div role="alert" className={cn('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span data-tint className="mb-3 flex size-10 items-center justify-center rounded-lg bg-bad-soft text-bad">
        <CircleAlert aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <p className="font-semibold text-primary">{title}</p>
      <p className="mt-1 max-w-96 text-pretty text-secondary">{message}</p>
      {onRetry && (
        <Button className="mt-4" busy={retrying} onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      )}
    </div>
  )
}
