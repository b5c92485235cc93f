import { useId } from 'react'
import { cn } from '#web/ui/class-names.ts'
import type { DataTableProps } from './data-table-props.ts'
import { Select } from '#web/ui/input.tsx'
import type { SelectRow } from './range-select.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { TableModel } from './table-model.ts'
import { RowName } from './table-row.tsx'

type DataCardsProps<Row extends object> = { table: TableModel<Row>; props: DataTableProps<Row>; pick: SelectRow }

/* A card shows text that a row truncates: all of it, or up to three lines each of a two-line cell. */
const whole =
  'wrap-anywhere [&_.truncate]:w-auto [&_.truncate]:min-w-0 [&_.truncate]:max-w-full [&_.truncate]:whitespace-normal [&_[data-two-lines]]:max-w-full [&_[data-two-lines]>span]:line-clamp-3'

const cardClass = 'relative flex items-start gap-3 border-line border-b px-4 py-3 last:border-b-0'

/** The rows of a table on a phone, as cards with the columns marked `phone`. */
export function DataCards<Row extends object>({ table, props, pick }: DataCardsProps<Row>) {
  const facts = props.columns.filter((column) => column.phone === true)
  const listId = useId()
  const corners = props.columns.filter((column) => column.phone === 'corner')
  // A document number doesn't wrap: its badge moves below it where both don't fit.
  const isNumbered = props.columns[0]?.id === 'number'
  return (
    <>
      {props.onSortChange && <SortSelect props={props} />}
      <ul aria-label={props.label} aria-busy={props.busy || !props.rows} className="text-table">
        {!props.rows && <SkeletonCards count={props.skeletonRows ?? 10} facts={facts.length} />}
        {table.getRowModel().rows.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            className={cn(
              cardClass,
              'has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2',
              'has-[[data-row-link]:focus-visible]:outline-focus',
              row.getIsSelected() && 'bg-accent-soft',
            )}
          >
            {props.selected && (
              <label className="-mx-2 -mt-1.5 relative z-1 flex size-9 shrink-0 items-center justify-center">
                <RowCheckbox id={row.id} checked={row.getIsSelected()} nameId={`${listId}${row.id}`} pick={pick} />
              </label>
            )}
            <div className="min-w-0 flex-1">
              <div className={cn('flex items-start justify-between gap-x-3 gap-y-1', isNumbered && 'flex-wrap')}>
                <div
                  id={`${listId}${row.id}`}
                  className={cn('min-w-0 text-sm', isNumbered ? 'whitespace-nowrap' : whole)}
                >
                  <RowName row={row.original} props={props} />
                </div>
                <div className="relative z-1 flex max-w-1/2 shrink-0 flex-wrap justify-end gap-2 [&_[data-two-lines]]:items-end">
                  {corners.map((column) => (
                    <span key={column.id}>{column.cell(row.original)}</span>
                  ))}
                </div>
              </div>
              <dl className="mt-1.5 flex flex-col gap-1 empty:hidden">
                {facts.map((column) => (
                  <div key={column.id} className="flex justify-between gap-x-4">
                    <dt className="shrink-0 text-muted">{column.header}</dt>
                    <dd
                      className={cn(
                        'min-w-0 text-right [&_[data-two-lines]]:items-end [&_:is(a,button)]:relative [&_:is(a,button)]:z-1',
                        whole,
                        column.align === 'end' && 'figures',
                      )}
                    >
                      {column.cell(row.original)}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function SortSelect<Row extends object>({ props }: { props: DataTableProps<Row> }) {
  const sortable = props.columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <div className="border-line border-b px-1">
      <Select
        className="min-h-8 border-transparent"
        aria-label="Sort by"
        value={props.sort ? `${props.sort.direction} ${props.sort.by}` : ''}
        onChange={(event) => {
          const [direction, by] = event.target.value.split(' ')
          props.onSortChange?.(by ? { by, direction: direction === 'desc' ? 'desc' : 'asc' } : null)
        }}
      >
        <option value="">Default order</option>
        {sortable.map((column) => [
          <option key={`asc ${column.id}`} value={`asc ${column.id}`}>{`${column.header}, ascending`}</option>,
          <option key={`desc ${column.id}`} value={`desc ${column.id}`}>{`${column.header}, descending`}</option>,
        ])}
      </Select>
    </div>
  )
}

function SkeletonCards({ count, facts }: { count: number; facts: number }) {
  return Array.from({ length: count }, (_, card) => (
    <li key={card} className={cardClass}>
      <div className="flex flex-1 flex-col gap-1">
        <Skeleton className="my-1 h-3 w-32" />
        {Array.from({ length: facts }, (__, fact) => (
          <Skeleton key={fact} className="my-1 h-3 w-full" />
        ))}
      </div>
    </li>
  ))
}
