import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { byId } from '#shared/fields.ts'
import type { Access, Route } from '#shared/http/route.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { call } from '#web/api/client.ts'
import type { ListResult } from '#web/lists/list-table.tsx'
import type { ListSpec } from '#web/lists/list-query.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { deletionNote } from '#web/lists/list-bulk.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { actionColumn, type Open } from './action-column.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, type FilterBarProps } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Renders the open dialog: add, edit or delete. */
export type OpenDialog<Row> = { open: Open<Row>; close: () => void }

type RecordListProps<S extends ListSpec, Row extends { id: string; name: string }> = {
  title: string
  /** "category", "categories". */
  one: string
  many: string
  list: ReturnType<typeof useListParams<S>>
  result: ListResult<Row>
  columns: readonly Column<Row>[]
  /** What the records are for, shown while the list is empty. */
  purpose: string
  dialogs: ComponentType<OpenDialog<Row>>
  rowHref?: (row: Row) => string
  filters?: ReactNode
  chips?: FilterBarProps['chips']
  tools?: ReactNode
  /** Tabs of the related pages. */
  tabs?: ReactNode
  /** The list route, and the route for bulk deletion. */
  route: Route<S>
  removal: {
    kind: DeletedKind
    route: Route<{ access: Access; summary: string; params: typeof byId; reply: null }>
  }
  /** Replaces the table, e.g. by a map of the same rows. */
  instead?: ReactNode
}

/** The list page of simple records: search, add and edit in a dialog, delete after a confirmation. */
export function RecordList<S extends ListSpec, Row extends { id: string; name: string }>(
  props: RecordListProps<S, Row>,
) {
  const { title, one, many, list, result, columns, purpose, dialogs: Dialogs, rowHref } = props
  const { filters, chips, tools, tabs, instead } = props
  const [open, setOpen] = useState<Open<Row>>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const shown = useMemo(
    () => (mayEdit || mayDelete ? [...columns, actionColumn(mayEdit, mayDelete, setOpen)] : columns),
    [columns, mayEdit, mayDelete, setOpen],
  )
  const add = (
    <Button variant="primary" onClick={() => setOpen({ act: 'add' })}>
      <Plus aria-hidden />
      Add {one}
    </Button>
  )
  const listPage = useListPage(many.replaceAll(' ', '-'), list, result, shown, {
    route: props.route,
    nameOf: ({ name }) => name,
    one,
    many,
    acts: [
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: props.removal.kind,
        confirm: deletionNote,
        act: ({ id }, key) => call(props.removal.route, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  })
  useShortcuts(mayEdit ? { n: () => setOpen({ act: 'add' }) } : {})
  const isEmpty = list.isEmpty(result)
  const opening = rowHref && {
    rowHref,
    renderLink: ({ href, ...link }: { href: string }) => <Link to={href} {...link} />,
  }
  return (
    <>
      <PageHeader title={title} action={mayEdit && add} />
      {tabs}
      <FilterBar
        search={{ label: `Search ${many}`, ...list.search }}
        {...(chips && { chips })}
        onClearAll={list.clearAll}
        total={list.total(result)}
        tools={
          <>
            {tools}
            {listPage.tools}
          </>
        }
      >
        {filters}
      </FilterBar>
      {instead ?? (
        <DataTable
          {...listPage.table}
          {...opening}
          label={many.replace(/^./, (letter) => letter.toUpperCase())}
          rowId={(row) => row.id}
          empty={
            isEmpty ? (
              <EmptyState kind="nothing" title={`No ${many} yet`} action={mayEdit && add}>
                {purpose}
              </EmptyState>
            ) : (
              <NoMatch many={many} onClear={list.clearAll} />
            )
          }
        />
      )}
      {!instead && listPage.bulk}
      {open && <Dialogs open={open} close={() => setOpen(undefined)} />}
    </>
  )
}
