import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { DataTableProps } from '#web/ui/table/data-table-props.ts'
import { SplitView, type SplitViewProps } from '#web/ui/table/split-view.tsx'

type ListSplitProps<Row extends { id: string }> = {
  /** What the rows are: "Customers". */
  label: string
  rowOf: (row: Row) => NonNullable<SplitViewProps['rows']>[number]
  /** From useListLayout: the selected id in the URL, and the URL that selects another. */
  chosen: string | undefined
  withChosen: (id: string) => string
  /** From useListPage. */
  table: Pick<DataTableProps<Row>, 'rows' | 'footer' | 'error' | 'notice' | 'dimmed'>
  /** Replaces list and detail when nothing matches. */
  empty: ReactNode
  /** Shows the selected record beside the list. */
  detail: ComponentType<{ id: string }>
}

/** Master–detail view: the list beside the record selected in the URL, or else its first record. */
export function ListSplit<Row extends { id: string }>(props: ListSplitProps<Row>) {
  const { label, rowOf, chosen, withChosen, table, empty, detail: Detail } = props
  const shown = chosen ?? table.rows?.[0]?.id
  return (
    <SplitView
      label={label}
      rows={table.rows?.map(rowOf)}
      value={shown}
      renderLink={({ id, ...link }) => <Link to={withChosen(id)} preventScrollReset replace {...link} />}
      footer={table.footer}
      notice={table.notice}
      dimmed={table.dimmed}
      instead={table.error ?? (table.rows?.length === 0 ? empty : undefined)}
    >
      {shown && <Detail id={shown} />}
    </SplitView>
  )
}
