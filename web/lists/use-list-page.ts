import { createElement, Fragment, type ReactNode } from 'react'
import type { Route } from '#shared/http/route.ts'
import { ListBulk, type ListBulkOf } from './list-bulk.tsx'
import { useColumns } from './use-columns.ts'
import { ListExport, SelectedExport, useRunningExports } from './list-export.tsx'
import { maxSelected, useListSelection } from './use-list-selection.ts'
import type { ListSpec } from './list-query.ts'
import { listTable } from './list-table.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { ListViewButton } from '#web/ui/table/list-view-dialog.tsx'

type ListState = Parameters<typeof listTable>[0] & { query: Readonly<Record<string, unknown>> }

/** Bulk actions of a list, with its route and the names of its rows. */
export type BulkActions<Row> = ListBulkOf<Row> & { route: Route<ListSpec>; nameOf: (row: Row) => string }

/**
 * What list pages share besides filters: the user's columns and density, saved views, export, and selectable rows (all
 * users may export selected rows, whatever else they may do). `name` is the key for saved columns and views. Put `tools`
 * into the FilterBar, `{...table}` into the DataTable, and `bulk` right after it.
 */
export function useListPage<Row extends { id: string }>(
  name: string,
  list: ListState,
  result: Parameters<typeof listTable<Row>>[1],
  columns: readonly Column<Row>[],
  bulkActions: BulkActions<Row>,
) {
  const choice = useColumns(name, columns)
  useRunningExports()
  const table = listTable(list, result)
  const selection = useListSelection(bulkActions.route, list.query, result.data?.data, bulkActions.nameOf)
  const total = result.data?.total ?? 0
  const file: ReactNode = createElement(ListExport, { list: name, query: list.query, columns: choice.columns, total })
  const isMore = selection.rows.length < Math.min(total, maxSelected) && !selection.isLoading
  return {
    tools: createElement(Fragment, {}, createElement(ListViewButton, { view: choice }), file),
    /** Tools for layouts other than the table: saved views and export, without columns. */
    viewTools: createElement(Fragment, {}, choice.savedViews, file),
    bulk: createElement(ListBulk<Row>, {
      of: bulkActions,
      file: createElement(SelectedExport, { list: name, query: list.query, ids: selection.rows.map(({ id }) => id) }),
      rows: selection.rows,
      onClear: selection.clear,
      onSelectAll: isMore ? selection.selectAll : undefined,
      selectAllLabel:
        total > maxSelected
          ? `Select the first ${maxSelected.toLocaleString()}`
          : `Select all ${total.toLocaleString()} results`,
    }),
    // Shows the skeleton until the columns are known, so that none jumps.
    table: {
      ...table,
      rows: choice.isReady ? table.rows : undefined,
      columns: choice.columns,
      compact: choice.compact,
      selected: selection.selected,
      onSelectedChange: selection.onSelectedChange,
    },
  }
}
