import { ListFilter, X } from 'lucide-react'
import { Children, type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Select, type SelectProps } from '#web/ui/input.tsx'
import { tablet, useMediaQuery } from '#web/ui/media-query.ts'
import { Sheet } from './sheet.tsx'
import { describeTotal, type Total } from '#web/ui/table/pagination.tsx'
import { SearchInput, type SearchInputProps } from '#web/ui/table/search-input.tsx'
import { useFilterSheet } from './use-filter-sheet.ts'
import { usePhoneLayout } from './use-phone-layout.ts'

/** An active filter, "Status: Shipped", with a button that removes it. */
export type FilterChip = { id: string; label: string; value: string; onRemove: () => void }

export type FilterBarProps = {
  search?: Omit<SearchInputProps, 'className'>
  /** FilterSelects and other filter controls. */
  children?: ReactNode
  /** At the right end: saved views, columns, export. */
  tools?: ReactNode
  chips?: readonly FilterChip[]
  onClearAll?: () => void
  total?: Total | undefined
  /** How many filters fit in the row, if there are many tools. */
  inRow?: number
}

/**
 * With more filters than this, the rest are behind “More filters”, so that the toolbar stays one row; on a tablet all are
 * behind “Filters”.
 */
const maxInRow = 4
const shownOfMore = 2
const maxOnTablet = 2

/** Wide enough for the whole placeholder; shrinks first when the row is tight. */
const widthFor = (label: string) =>
  label.length > 18 ? 'md:min-w-52 md:basis-60 xl:min-w-56' : 'md:min-w-43 md:basis-48 xl:min-w-48 xl:basis-54'

/** The filters of a list, and chips for the active ones. */
export function FilterBar(props: FilterBarProps) {
  const { search, children, tools, chips = [], onClearAll } = props
  const isPhone = usePhoneLayout()
  const [showsMore, setShowsMore] = useState(false)
  return (
    <div data-chrome data-filter-bar className="flex flex-col gap-2">
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-2 gap-y-1.5 md:max-2xl:gap-x-1.5',
          !showsMore && 'min-[56rem]:flex-nowrap',
        )}
      >
        {search && (
          <SearchInput
            {...search}
            className={cn('max-md:max-w-80 max-md:flex-1 max-md:basis-0 md:shrink-999', widthFor(search.label))}
          />
        )}
        {isPhone ? (
          (children || tools) && <FilterSheet {...props} />
        ) : (
          <FilterRow {...props} showsMore={showsMore} onShowsMore={setShowsMore} />
        )}
      </div>
      <div className={cn('flex flex-wrap items-center gap-2', chips.length === 0 && 'hidden')}>
        {chips.map((chip) => (
          <Chip key={chip.id} chip={chip} />
        ))}
        {chips.length > 0 && onClearAll && (
          <Button variant="ghost" size="sm" className="h-7" onClick={onClearAll}>
            Clear all
          </Button>
        )}
      </div>
    </div>
  )
}

type FilterRowProps = FilterBarProps & { showsMore: boolean; onShowsMore: (on: boolean) => void }

/** Filters, count and tools in the search row; filters that don't fit open below it. */
function FilterRow({ children, tools, total, inRow = maxInRow, showsMore, onShowsMore }: FilterRowProps) {
  const more = useId()
  const filters = Children.toArray(children)
  const isTablet = useMediaQuery(tablet)
  const maxShown = isTablet ? maxOnTablet : inRow
  const shown = filters.length <= maxShown ? filters.length : isTablet ? 0 : shownOfMore
  const rest = filters.slice(shown)
  return (
    <>
      {filters.slice(0, shown)}
      {rest.length > 0 && (
        <>
          <Button
            variant="secondary"
            aria-expanded={showsMore}
            aria-controls={more}
            className="shrink-0"
            onClick={() => onShowsMore(!showsMore)}
          >
            <ListFilter aria-hidden />
            {shown === 0 ? (
              'Filters'
            ) : (
              <span>
                <span className="max-2xl:sr-only">{showsMore ? 'Fewer' : 'More'} </span>
                <span className="max-2xl:capitalize">filters</span>
              </span>
            )}
          </Button>
          <div id={more} className={cn('order-last w-full flex-wrap gap-2', showsMore ? 'flex' : 'hidden')}>
            {rest}
          </div>
        </>
      )}
      <p role="status" className="figures ml-auto shrink-0 text-muted text-table first-letter:uppercase">
        {total !== undefined && resultsOf(total)}
      </p>
      {tools && <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 md:max-2xl:gap-1">{tools}</div>}
    </>
  )
}

/** On a phone: a button that opens a sheet with the filters and tools. */
function FilterSheet({ children, tools, chips = [], onClearAll, total, search }: FilterBarProps) {
  const { isOpen, open, close } = useFilterSheet()
  return (
    <>
      {!search && total !== undefined && (
        <p role="status" className="figures text-muted text-table first-letter:uppercase">
          {resultsOf(total)}
        </p>
      )}
      <IconButton
        label="Filters and view"
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={cn(!search && 'ml-auto')}
        onClick={open}
      >
        <ListFilter aria-hidden />
      </IconButton>
      {isOpen && (
        <Sheet
          title="Filters and view"
          close={close}
          footer={
            <>
              {onClearAll && (
                <Button disabled={chips.length === 0} onClick={onClearAll}>
                  Clear all
                </Button>
              )}
              <Button variant="primary" onClick={close}>
                {total === undefined ? 'Show results' : `Show ${resultsOf(total)}`}
              </Button>
            </>
          }
        >
          {children && <div className="grid grid-cols-2 gap-2 [&>*]:w-full! [&>*]:min-w-0">{children}</div>}
          {tools && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
        </Sheet>
      )}
    </>
  )
}

const resultsOf = (total: Total) => `${describeTotal(total)} ${total === 1 ? 'result' : 'results'}`

function Chip({ chip }: { chip: FilterChip }) {
  return (
    <span
      data-tint
      className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pl-2.5 text-accent-text text-table"
    >
      <span className="wrap-anywhere max-md:py-1 md:truncate">
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
  /** '' means no filter. */
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** The option for no filter: "All categories". */
  allLabel?: string
}

/** A filter with a short list of options. */
export function FilterSelect({ label, value, onChange, options, allLabel = label, ...rest }: FilterSelectProps) {
  return (
    <Select
      {...rest}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Sized by the selected option, so that options that load later don't move anything.
      className={cn(
        'w-auto max-w-56 [&_select]:field-sizing-content md:[&_select]:pr-7 md:[&_select]:pl-2.5 md:[&_svg]:right-2 md:min-w-24 md:shrink max-md:max-w-none max-md:grow max-md:basis-[calc(50%-0.25rem)]',
        value === '' && 'print:hidden',
      )}
    >
      <option value="">{allLabel}</option>
      {/* The selected option is not loaded yet, or no longer exists; the list is still filtered by it. */}
      {value !== '' && !options.some((option) => option.value === value) && <option value={value}>…</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
