import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { DataTableProps } from '#web/ui/table/data-table-props.ts'
import { SplitView, type SplitViewProps } from '#web/ui/table/split-view.tsx'

type ListSplitProps<Row extends { id: string }> = {
  /** What the rows are: "Customers". */
  label: string
  rowOf: (row: Row) => NonNullable<SplitViewProps['rows']>[number]
  /** Of the list's view: the row that the address names, and the address that names another. */
  chosen: string | undefined
  withChosen: (id: string) => string
  /** Of the listing. */
  table: Pick<DataTableProps<Row>, 'rows' | 'footer' | 'error' | 'notice' | 'dimmed'>
  /** Stands in the place of both while nothing matches. */
  empty: ReactNode
  /** One of them in full, beside the list. */
  detail: ComponentType<{ id: string }>
}

/** A list beside the one of its rows that the address names, else beside its first. */
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
