import { createElement, type ReactNode } from 'react'
import { useListChoice } from '#web/api/list-choice.ts'
import { listTable } from '#web/api/list-table.tsx'
import type { Column } from '#web/ui/column.ts'
import { ListViewButton } from '#web/ui/list-view-dialog.tsx'

/**
 * What every list page has beside its filters: columns and density as the user likes them, and saved views. `name` is what
 * they are kept under. Put `tools` into the FilterBar and `{...table}` into the DataTable.
 */
export function useListing<Row>(
  name: string,
  list: Parameters<typeof listTable>[0],
  result: Parameters<typeof listTable<Row>>[1],
  columns: readonly Column<Row>[],
) {
  const choice = useListChoice(name, columns)
  const table = listTable(list, result)
  const tools: ReactNode = createElement(ListViewButton, { view: choice })
  return {
    tools,
    // Until the columns are known there is a skeleton, so that none jumps.
    table: {
      ...table,
      rows: choice.isReady ? table.rows : undefined,
      columns: choice.columns,
      compact: choice.compact,
    },
  }
}
