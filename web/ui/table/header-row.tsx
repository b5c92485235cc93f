import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { cn } from '#web/ui/class-names.ts'
import type { DataTableProps } from './data-table-props.ts'
import type { TableModel } from './table-model.ts'

type HeaderRowProps<Row extends object> = { table: TableModel<Row>; props: DataTableProps<Row>; overflows: boolean }

/** The sticky header of a table; clicking a sortable column sorts ascending, descending, then not. */
export function HeaderRow<Row extends object>({ table, props, overflows }: HeaderRowProps<Row>) {
  const cell = cn(
    'sticky z-20 h-7 whitespace-nowrap border-line border-b bg-card px-2.5 text-left font-medium text-muted text-xs',
    'first:rounded-tl-lg last:rounded-tr-lg first:pl-4 last:pr-4 print:static print:px-1.5',
    // Sticky elements lie within the page's scroll padding: without this the page would jump when one of them gets the
    // focus.
    '[&_:is(button,input)]:-scroll-mt-4',
    overflows ? 'top-0' : 'top-(--sticky-top)',
  )
  return (
    <tr>
      {props.selected && (
        <th scope="col" className={cn(cell, 'w-11 print:hidden', overflows && 'left-0 z-30')}>
          <label className="-m-1 flex size-6 items-center justify-center">
            <Checkbox
              aria-label={props.selectAllLabel ?? 'Select all rows on this page'}
              disabled={table.getRowModel().rows.length === 0}
              checked={table.getIsAllRowsSelected()}
              mixed={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
              onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
            />
          </label>
        </th>
      )}
      {props.columns.map((column, at) => {
        const model = table.getColumn(column.id)
        const sorted = model?.getIsSorted() ?? false
        return (
          <th
            key={column.id}
            scope="col"
            style={{ width: column.width }}
            aria-sort={column.sortable ? (sorted === false ? 'none' : `${sorted}ending`) : undefined}
            className={cn(
              cell,
              column.align === 'end' && 'text-right',
              overflows && at === 0 && ['z-30 border-r', props.selected ? 'left-11' : 'left-0'],
            )}
          >
            {column.sortable ? (
              <button
                data-print
                type="button"
                onClick={() => model?.toggleSorting(undefined, false)}
                className={cn(
                  '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-subtle hover:text-primary',
                  column.align === 'end' && 'flex-row-reverse',
                  sorted && 'text-primary',
                )}
              >
                {column.header}
                <SortSign sorted={sorted} />
              </button>
            ) : (
              <span
                title={at === 0 ? column.header : undefined}
                className={cn(column.hideHeader && 'sr-only', at === 0 && 'block max-w-40 truncate')}
              >
                {column.header}
                {column.total && <span className="figures font-normal"> {column.total}</span>}
              </span>
            )}
          </th>
        )
      })}
    </tr>
  )
}

function SortSign({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  if (sorted === 'asc') return <ArrowUp aria-hidden size={14} />
  if (sorted === 'desc') return <ArrowDown aria-hidden size={14} />
  return <ChevronsUpDown aria-hidden size={14} className="opacity-60 print:hidden" />
}
