import { fadingClass, useStrip } from './strip.ts'
import { cn } from '#web/ui/class-names.ts'

type StatusChoicesProps<S extends string> = {
  /** '' means all. */
  value: string
  onChange: (value: string) => void
  statuses: readonly S[]
  /** Row counts per status, including statuses that are not among the options; undefined until loaded. */
  counts: readonly { status: string; count: number }[] | undefined
  nameOf?: (status: S) => string
}

/** A list's status filter as buttons: "All" and the statuses, each with its count. */
export function StatusChoices<S extends string>({
  value,
  onChange,
  statuses,
  counts,
  nameOf = String,
}: StatusChoicesProps<S>) {
  const strip = useStrip<HTMLDivElement>(value)
  const all = counts?.reduce((sum, { count }) => sum + count, 0)
  const countOf = (status: S) => counts && (counts.find((one) => one.status === status)?.count ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not fields
    <div
      ref={strip}
      role="group"
      aria-label="Status"
      data-chrome
      className={cn('flex min-w-0 gap-1 in-[[data-status-row]]:shrink-0', fadingClass)}
    >
      <Choice label="All" count={all} isChosen={value === ''} onChoose={() => onChange('')} />
      {statuses.map((status) => (
        <Choice
          key={status}
          label={nameOf(status)}
          count={countOf(status)}
          isChosen={value === status}
          onChoose={() => onChange(value === status ? '' : status)}
        />
      ))}
    </div>
  )
}

type ChoiceProps = { label: string; count: number | undefined; isChosen: boolean; onChoose: () => void }

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'flex h-(--low-control) shrink-0 items-center gap-1.5 rounded-md px-2.5 font-medium text-table transition-colors duration-150',
        'forced-colors:border forced-colors:aria-pressed:border-[Highlight]',
        isChosen ? 'bg-accent-soft text-accent-text' : 'text-secondary hover:bg-subtle-strong hover:text-primary',
      )}
    >
      {label}
      <span className={cn('figures min-w-3 text-left font-normal text-xs', !isChosen && 'text-muted')}>
        {count?.toLocaleString() ?? '–'}
      </span>
    </button>
  )
}
