import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Select, type SelectProps } from '#web/ui/input.tsx'
import { describeTotal, type Total } from './pagination.tsx'
import { SearchInput, type SearchInputProps } from './search-input.tsx'

/** A filter in force: "Status: Shipped", with a way to take it off. */
export type FilterChip = { id: string; label: string; value: string; onRemove: () => void }

export type FilterBarProps = {
  search?: Omit<SearchInputProps, 'className'>
  /** FilterSelects and the like. */
  children?: ReactNode
  /** At the right end: saved views, columns, export. */
  tools?: ReactNode
  chips?: readonly FilterChip[]
  onClearAll?: () => void
  total?: Total | undefined
}

/** What narrows a list down, and what is narrowing it now. */
export function FilterBar({ search, children, tools, chips = [], onClearAll, total }: FilterBarProps) {
  return (
    <div data-chrome className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {search && <SearchInput {...search} className="max-w-80 basis-64 max-md:max-w-none max-md:basis-full" />}
        {children}
        {tools && <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:gap-1.5">{tools}</div>}
      </div>
      <div className={cn('flex flex-wrap items-center gap-2', chips.length === 0 && total === undefined && 'hidden')}>
        {chips.map((chip) => (
          <Chip key={chip.id} chip={chip} />
        ))}
        {chips.length > 0 && onClearAll && (
          <Button variant="ghost" size="sm" className="h-7" onClick={onClearAll}>
            Clear all
          </Button>
        )}
        <p role="status" className="figures text-muted text-table first-letter:uppercase">
          {total !== undefined && `${describeTotal(total)} ${total === 1 ? 'result' : 'results'}`}
        </p>
      </div>
    </div>
  )
}

function Chip({ chip }: { chip: FilterChip }) {
  return (
    <span
      data-tint
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pl-2.5 text-accent-text text-table"
    >
      <span className="truncate">
        {chip.label}: <span className="font-medium">{chip.value}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${chip.label}: ${chip.value}`}
        onClick={chip.onRemove}
        className="flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-subtle-strong"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}

export type FilterSelectProps = Omit<SelectProps, 'value' | 'onChange' | 'aria-label' | 'children'> & {
  label: string
  /** '' is no filter. */
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** The choice without a filter: "All categories". */
  allLabel?: string
}

/** A filter with a short list of choices. */
export function FilterSelect({ label, value, onChange, options, allLabel = label, ...rest }: FilterSelectProps) {
  return (
    <Select
      {...rest}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="w-auto max-w-56 max-md:max-w-none max-md:grow max-md:basis-[calc(50%-0.25rem)]"
    >
      <option value="">{allLabel}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
