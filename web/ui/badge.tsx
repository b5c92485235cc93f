import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Meaning of the colours: neutral, good, needs attention, bad, in progress. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

const tints: Record<Tone, string> = {
  neutral: 'bg-subtle text-secondary',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
}

export type BadgeProps = { tone?: Tone; children: ReactNode; className?: string }

/** A short fact on a tinted background: a count, a lot number, "New". */
export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      data-tint
      className={cn(
        'inline-flex h-5.5 max-w-full items-center gap-1.5 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs',
        tints[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** The status of a record: a dot and its name, so that colour alone never carries the meaning. */
export function StatusBadge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <Badge tone={tone} className={cn('rounded-full pr-2 pl-1.5', className)}>
      <span aria-hidden data-dot className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{children}</span>
    </Badge>
  )
}
