import {
  type ColumnDef,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { DataTableProps } from './data-table-props.ts'

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature })
const noRows: readonly never[] = []

export type TableModel<Row extends object> = ReactTable<typeof features, Row>

/** The TanStack Table model. Sorting and paging are done by the server; the model only keeps the state. */
export function useTableModel<Row extends object>(props: DataTableProps<Row>): TableModel<Row> {
  const { columns, rows = noRows, rowId, sort, onSortChange, selected, onSelectedChange } = props
  const columnDefs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.header,
          accessorFn: (row) => row,
          cell: ({ row }) => column.cell(row.original),
          enableSorting: column.sortable === true,
        }),
      ),
    [columns],
  )
  const sorting = useMemo(() => (sort ? [{ id: sort.by, desc: sort.direction === 'desc' }] : []), [sort])
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
    [selected],
  )
  return useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowId,
    manualSorting: true,
    sortDescFirst: false,
    enableMultiSort: false,
    enableRowSelection: selected !== undefined,
    state: { sorting, rowSelection },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update
      onSortChange?.(first ? { by: first.id, direction: first.desc ? 'desc' : 'asc' } : null)
    },
    onRowSelectionChange: (update) => {
      onSelectedChange?.(new Set(Object.keys(typeof update === 'function' ? update(rowSelection) : update)))
    },
  })
}
