import { useRef } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { DataCards } from './data-cards.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { HeaderRow } from './header-row.tsx'
import { PartName } from '#web/ui/card.tsx'
import { phone, useMediaQuery } from '#web/ui/media-query.ts'
import { useRangeSelect } from './range-select.ts'
import { useRowKeys } from './row-keys.ts'
import { useTableModel } from './table-model.ts'
import { dimmedClass } from './dimmed.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SkeletonRows, TableRow } from './table-row.tsx'

/** The table for all lists. The page provides the rows and handles sorting, selecting and opening. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const table = useTableModel(props)
  const frame = useRef<HTMLDivElement>(null)
  const pick = useRangeSelect(
    table.getRowModel().rows.map(({ id }) => id),
    props.selected,
    props.onSelectedChange,
  )
  const onKeyDown = useRowKeys(frame, props.selected && ((id) => pick(id, !props.selected?.has(id), false)))
  const isPhone = useMediaQuery(phone)
  const { rows, busy = false, error, empty, footer, notice, dimmed } = props
  const instead = error ? <PartName value={props.label}>{error}</PartName> : rows?.length === 0 ? empty : undefined

  return (
    // The keys move the focus between the links inside.
    <div
      ref={frame}
      data-card
      data-list
      onKeyDown={onKeyDown}
      className="relative min-w-0 rounded-lg border border-line bg-card print:border-0"
    >
      {busy && rows && <BusyBar />}
      {!error && notice}
      {instead ??
        (isPhone ? (
          <div className={dimmed ? dimmedClass : undefined}>
            <DataCards table={table} props={props} pick={pick} />
          </div>
        ) : (
          <ScrollRegion label={props.label}>
            {(overflows) => (
              <table
                aria-label={props.label}
                aria-busy={busy || !rows}
                className={cn(
                  'w-full border-separate border-spacing-0 text-table print:text-xs',
                  dimmed && dimmedClass,
                )}
              >
                <thead>
                  <HeaderRow table={table} props={props} overflows={overflows} />
                </thead>
                <tbody>
                  {!rows && <SkeletonRows props={props} />}
                  {table.getRowModel().rows.map((row) => (
                    <TableRow key={row.id} row={row} props={props} overflows={overflows} pick={pick} />
                  ))}
                </tbody>
              </table>
            )}
          </ScrollRegion>
        ))}
      {footer && !error && <div className="border-line border-t px-3 py-2">{footer}</div>}
    </div>
  )
}

function BusyBar() {
  return (
    <div
      aria-hidden
      data-chrome
      className="pointer-events-none absolute inset-x-0 top-0 z-30 h-0.5 overflow-hidden rounded-t-lg"
    >
      <div className="h-full w-1/4 animate-sweep rounded-full bg-accent motion-reduce:w-full motion-reduce:opacity-50" />
    </div>
  )
}
