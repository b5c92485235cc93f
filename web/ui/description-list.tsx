import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export type Fact = { label: string; value: ReactNode; numeric?: boolean }

export type DescriptionListProps = {
  facts: readonly Fact[]
  /** Labels above their values instead of beside them, for long values. */
  stacked?: boolean
}

/** The facts of a record as name and value; a missing value is shown as a dash. */
export function DescriptionList({ facts, stacked = false }: DescriptionListProps) {
  return (
    <dl className={cn('flex flex-col text-sm', stacked ? 'gap-4' : 'gap-2.5')}>
      {facts.map(({ label, value, numeric }) => (
        <div
          key={label}
          className={cn(
            'flex',
            stacked ? 'flex-col gap-0.5' : 'items-baseline justify-between gap-x-6',
            numeric && 'flex-wrap',
          )}
        >
          <dt className={cn('shrink-0 text-muted', stacked && 'text-xs')}>{label}</dt>
          <dd
            className={cn(
              'min-w-0 [&_a]:link [&_a]:py-1 [&_a]:leading-6',
              !stacked && 'text-right',
              // An amount never wraps: if it doesn't fit beside its label, it moves below.
              numeric ? 'figures ml-auto wrap-normal' : 'wrap-anywhere',
            )}
          >
            {value === undefined || value === null || value === '' ? <span className="text-muted">–</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
