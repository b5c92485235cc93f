import { Progress as Radix } from 'radix-ui'
import { formatPercent } from '#shared/format-percent.ts'
import { cn } from './class-names.ts'

export type ProgressBarProps = {
  label: string
  /** Between 0 and `max`; null if indeterminate. */
  value: number | null
  max?: number
  /** Shows the label and the percentage above the bar. */
  showLabel?: boolean
  className?: string
}

/** A progress bar. As in Radix, a value outside 0 and `max` is an error and shown as indeterminate. */
export function ProgressBar({ label, value, max = 100, showLabel = false, className }: ProgressBarProps) {
  const known = value !== null && value >= 0 && value <= max
  const share = known ? Math.round((value / max) * 100) : undefined
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      {showLabel && (
        <p className="flex justify-between gap-4 text-table">
          <span className="truncate text-secondary">{label}</span>
          {share !== undefined && <span className="figures text-muted">{formatPercent(share)}</span>}
        </p>
      )}
      <Radix.Root
        value={value}
        max={max}
        aria-label={label}
        className="h-1.5 overflow-hidden rounded-full bg-subtle-strong forced-colors:border"
      >
        <Radix.Indicator
          data-dot
          className={cn(
            'h-full rounded-full bg-accent transition-[width] duration-150',
            !known && 'w-1/4 animate-sweep motion-reduce:w-full motion-reduce:opacity-40',
          )}
          style={share === undefined ? {} : { width: `${share}%` }}
        />
      </Radix.Root>
    </div>
  )
}
