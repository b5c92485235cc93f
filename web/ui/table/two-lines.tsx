import type { ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'

type TwoLinesProps = {
  first: ReactNode
  /** Secondary text, smaller and lighter: it tells equal names apart or belongs to the first line. */
  second: ReactNode
  align?: 'start' | 'end'
  className?: string
}

/** Two facts in one table cell, within the height of a row. */
export function TwoLines({ first, second, align = 'start', className }: TwoLinesProps) {
  return (
    <span
      data-two-lines
      className={cn('inline-flex max-w-60 flex-col align-top leading-5', align === 'end' && 'items-end', className)}
    >
      <span className="max-w-full truncate">{first}</span>
      <span className="max-w-full truncate font-normal text-muted text-xs">{second}</span>
    </span>
  )
}
