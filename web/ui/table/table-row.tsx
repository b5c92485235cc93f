import { type MouseEvent, type ReactNode, useId } from 'react'
import { cn } from '#web/ui/class-names.ts'
import type { DataTableProps } from './data-table-props.ts'
import type { SelectRow } from './range-select.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { TableModel } from './table-model.ts'

type ModelRow<Row extends object> = ReturnType<TableModel<Row>['getRow']>
type TableRowProps<Row extends object> = {
  row: ModelRow<Row>
  props: DataTableProps<Row>
  overflows: boolean
  pick: SelectRow
}

const cellClass =
  'max-w-96 truncate border-line border-b px-2.5 group-last/row:border-b-0 first:pl-4 last:pr-4 print:px-1.5'

/** On small screens, where the table scrolls sideways anyway, a row's name wraps to two lines. */
const wrappedNames = [
  'max-lg:min-w-40 max-lg:whitespace-normal',
  'max-lg:[&_[data-row-link]]:line-clamp-2 max-lg:[&_[data-row-link]]:whitespace-normal max-lg:[&_[data-row-link]]:leading-5',
  'max-lg:[&_[data-two-lines]]:max-w-64 max-lg:[&_[data-two-lines]>:first-child]:line-clamp-2',
  'max-lg:[&_[data-two-lines]>:first-child]:wrap-break-word max-lg:[&_[data-two-lines]>:first-child]:whitespace-normal',
]

/** A table row. Its link is stretched over the whole row, so Ctrl+click, middle click and "copy link" work anywhere. */
export function TableRow<Row extends object>({ row, props, overflows, pick }: TableRowProps<Row>) {
  const selected = row.getIsSelected()
  const nameId = useId()
  const href = props.rowHref?.(row.original)
  return (
    <tr
      data-row={row.id}
      aria-selected={props.selected && selected}
      onClick={props.onRowOpen && ((event) => isPlain(event) && props.onRowOpen?.(row.original))}
      className={cn(
        // In Safari, only the transform makes the row the containing block of its stretched link.
        'group/row relative transform-[translate(0)] bg-card transition-colors duration-100',
        'has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2',
        'has-[[data-row-link]:focus-visible]:outline-focus',
        (href || props.onRowOpen) && 'cursor-pointer hover:bg-subtle',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        // Follow the frame's rounded corners.
        !props.footer && 'last:[clip-path:inset(0_round_0_0_7px_7px)]',
      )}
    >
      {props.selected && (
        <td className={cn(cellClass, 'w-11 bg-inherit print:hidden', overflows && 'sticky left-0 z-10')}>
          <label className="-m-1.5 relative z-1 flex size-7 select-none items-center justify-center">
            <RowCheckbox id={row.id} checked={selected} nameId={nameId} pick={pick} />
          </label>
        </td>
      )}
      {props.columns.map((column, at) => (
        <td
          key={column.id}
          id={at === 0 ? nameId : undefined}
          className={cn(
            cellClass,
            props.compact ? 'h-8' : 'h-10',
            column.align === 'end' && 'figures text-right',
            // In print the name wraps; without a minimum width it would shrink to single letters.
            at === 0 && 'print:min-w-36',
            at === 0 && column.id !== 'number' && wrappedNames,
            '[&_:is(button,input,select,a:not([data-row-link],[aria-hidden]))]:relative',
            '[&_:is(button,input,select,a:not([data-row-link],[aria-hidden]))]:z-1',
            overflows &&
              at === 0 && [
                'sticky z-10 border-r bg-inherit print:static print:border-r-0',
                props.selected ? 'left-11' : 'left-0',
              ],
          )}
        >
          {at === 0 ? <RowName row={row.original} props={props} /> : column.cell(row.original)}
          {/* A sticky first cell would confine its link: a second, aria-hidden link covers the rest of the row. */}
          {at === 1 &&
            overflows &&
            href &&
            props.renderLink?.({
              href,
              className: 'absolute inset-0',
              tabIndex: -1,
              'aria-hidden': true,
            })}
        </td>
      ))}
    </tr>
  )
}

const nameClass =
  'block max-w-full truncate text-left font-medium leading-6 text-primary outline-none! after:absolute after:inset-0'

/** The name of a row or card: a link, a button or plain text. */
export function RowName<Row extends object>({ row, props }: { row: Row; props: DataTableProps<Row> }): ReactNode {
  const name = props.columns[0]?.cell(row)
  const href = props.rowHref?.(row)
  if (href && props.renderLink)
    return props.renderLink({ href, className: nameClass, children: name, 'data-row-link': '' })
  if (props.onRowOpen)
    return (
      <button
        type="button"
        data-print
        data-row-link=""
        className={cn(nameClass, 'w-full')}
        onClick={() => props.onRowOpen?.(row)}
      >
        {name}
      </button>
    )
  return <span className="font-medium">{name}</span>
}

function isPlain(event: MouseEvent) {
  return !(event.target instanceof Element && event.target.closest('button, a, input, label, select'))
}

/** Placeholder rows, as high as real ones. */
export function SkeletonRows<Row extends object>({ props }: { props: DataTableProps<Row> }) {
  return Array.from({ length: props.skeletonRows ?? 10 }, (_, row) => (
    <tr key={row} className="group/row">
      {props.selected && <td className={cn(cellClass, 'w-11')} />}
      {props.columns.map((column, at) => (
        <td key={column.id} className={cn(cellClass, props.compact ? 'h-8' : 'h-10')}>
          {!column.hideHeader && (
            <Skeleton
              className={cn('h-3', column.align === 'end' && 'ml-auto', widths[(row + at * 2) % widths.length])}
            />
          )}
        </td>
      ))}
    </tr>
  ))
}

const widths = ['w-24', 'w-32', 'w-20', 'w-28', 'w-16']
