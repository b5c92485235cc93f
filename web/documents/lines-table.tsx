import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'

export type LineColumn<Row> = {
  id: string
  header: string
  /** Null leaves the cell out of the line's card. */
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

/** A row below the lines, with values by column id. */
export type LineSum = { label: string; values: Readonly<Record<string, ReactNode>>; isTotal?: boolean }

type LinesTableProps<Row> = {
  title: string
  help?: ReactNode
  /** Shown at the right of the title. */
  action?: ReactNode
  /** Shown between the title and the lines. */
  note?: ReactNode
  /** The first column names the line. */
  columns: readonly (LineColumn<Row> | false)[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sums?: readonly LineSum[]
  /** For a table inside of a document that is printed. */
  isBare?: boolean
}

/** Tables with more columns become cards at a larger width. */
const maxNarrowColumns = 8

const edges = { card: 'px-3 first:pl-5 last:pr-5', paper: 'px-2 first:pl-0 last:pr-0' }
export const stackedCell =
  'stacked:before:block stacked:before:font-normal stacked:before:text-muted stacked:before:text-xs stacked:before:content-[attr(data-label)/""]'

/** The lines of a document. In narrow containers each line is a card with labels; in print it stays a table. */
export function LinesTable<Row>(props: LinesTableProps<Row>) {
  const { title, help, action, note, rows, rowId, sums = [], isBare = false } = props
  const edge = isBare ? edges.paper : edges.card
  const columns = props.columns.filter((column) => column !== false)
  const isWide = columns.length > maxNarrowColumns
  const table = (
    <div className={cn(isWide ? '@container/wide-lines' : '@container/lines', 'print:[container-type:normal]')}>
      <table aria-label={title} className="w-full text-table stacked:block">
        <thead className="stacked:sr-only">
          <tr className={cn('text-muted', isBare ? 'border-line-control border-b' : 'border-line border-y bg-subtle')}>
            {columns.map(({ id, header, isNumber }, at) => (
              <th
                key={id}
                scope="col"
                className={cn(
                  'h-9 font-medium',
                  edge,
                  isNumber ? 'text-right' : 'text-left',
                  // In tables with many columns, headers may take two lines.
                  isNumber && (isWide ? 'min-w-20 py-1.5 align-bottom' : 'whitespace-nowrap'),
                  at === 0 && 'w-full',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="stacked:block stacked:border-line stacked:border-t">
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              className={cn(
                'border-line border-b align-top stacked:flex stacked:flex-wrap stacked:gap-x-4 stacked:gap-y-2 stacked:py-3',
                !isBare && 'stacked:px-4',
              )}
            >
              {columns.map(({ id, header, cell, isNumber }, at) =>
                at === 0 ? (
                  <th
                    key={id}
                    scope="row"
                    className={cn('wrap-anywhere py-2.5 text-left font-normal stacked:w-full stacked:p-0!', edge)}
                  >
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={id}
                    data-label={header}
                    className={cn(
                      'py-2.5 stacked:min-w-22 stacked:p-0! stacked:text-left stacked:empty:hidden',
                      edge,
                      stackedCell,
                      // Amounts are never broken; long lot numbers are, to leave space for the other columns.
                      isNumber ? 'figures wrap-normal text-right' : 'wrap-anywhere min-w-28',
                    )}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {sums.length > 0 && (
          <tfoot className="stacked:block stacked:py-2">
            {sums.map((sum, at) => (
              // Two fees may have the same name.
              <SumRow key={at} sum={sum} columns={columns} edge={edge} isBare={isBare} />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
  if (isBare) return table
  return (
    <Card
      flush
      title={title}
      help={help ?? `${rows.length.toLocaleString()} ${rows.length === 1 ? 'line' : 'lines'}`}
      action={action}
    >
      {note && <div className="px-5 pb-3 text-pretty text-secondary text-table max-md:px-4">{note}</div>}
      {table}
    </Card>
  )
}

type SumRowProps = {
  sum: LineSum
  columns: readonly { id: string; header: string }[]
  edge: string
  isBare: boolean
}

function SumRow({ sum: { label, values, isTotal = false }, columns, edge, isBare }: SumRowProps) {
  const first = Math.max(
    1,
    columns.findIndex(({ id }) => values[id] !== undefined),
  )
  const isAlone = Object.keys(values).length === 1
  const height = isTotal ? 'h-10 stacked:h-auto' : 'h-8 stacked:h-auto'
  return (
    <tr
      className={cn(
        'stacked:flex stacked:items-baseline stacked:justify-end stacked:gap-x-6 stacked:py-1.5',
        !isBare && 'stacked:px-4',
        isTotal ? 'font-semibold text-sm' : 'text-secondary',
      )}
    >
      <th
        scope="row"
        colSpan={first}
        className={cn('text-left font-[inherit] stacked:mr-auto stacked:p-0!', edge, height)}
      >
        {label}
      </th>
      {columns.slice(first).map(({ id, header }) => (
        <td
          key={id}
          className={cn(
            'figures wrap-normal text-right stacked:p-0! stacked:empty:hidden',
            edge,
            height,
            !isAlone && stackedCell,
          )}
          {...(!isAlone && { 'data-label': header })}
        >
          {values[id]}
        </td>
      ))}
    </tr>
  )
}
