import { useMemo, useState } from 'react'
import { deletedApi, type DeletedItem, withinDays } from '#shared/reports/deleted-api.ts'
import { type DeletedKind, deletedKindNames, deletedKinds } from '#shared/reports/deleted-kinds.ts'
import { useDeletedBulkActions } from './deleted-bulk-actions.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { deletedColumns } from './deleted-columns.tsx'
import { PurgeDialog } from './purge-dialog.tsx'
import { useRestore } from './restore-dialog.tsx'
import { useUser } from '#web/session/session.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export const listed = deletedApi.listDeleted

const kinds = deletedKindNames.map((kind) => ({ value: kind, label: deletedKinds[kind].label }))
const spans = withinDays.map((days) => ({ value: days, label: `Last ${days} days` }))

/** The list of deleted records: who deleted them and when, with restore. */
export default function DeletedListPage() {
  const list = useListParams(deletedApi.listDeleted)
  const deleted = useApiQuery(deletedApi.listDeleted, { query: list.query }, { keepPrevious: true })
  const deleters = useApiQuery(deletedApi.listDeleters, {}, { aside: 'who deleted items' })
  const people = (deleters.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const user = useUser()
  const restore = useRestore()
  const [purging, setPurging] = useState<DeletedItem>()
  const { start } = restore
  const columns = useMemo(
    () => deletedColumns({ user, onRestore: start, onPurge: setPurging }),
    [user, start, setPurging],
  )
  const listPage = useListPage('deleted-items', list, deleted, columns, useDeletedBulkActions())
  const isEmpty = list.isEmpty(deleted)
  return (
    <>
      <PageHeader title="Deleted items" />
      <InventoryTabs />
      <FilterBar
        search={{ label: 'Search deleted items', ...list.search }}
        chips={list.chips({
          kind: { label: 'Kind', show: (kind) => deletedKinds[kind as DeletedKind].label },
          by: { label: 'Deleted by', show: (id) => people.find(({ value }) => value === id)?.label ?? 'Someone' },
          within: { label: 'Deleted', show: (days) => `Last ${days} days` },
        })}
        onClearAll={list.clearAll}
        total={list.total(deleted)}
        tools={listPage.tools}
      >
        <FilterSelect label="Kind" allLabel="All kinds" {...list.filter('kind')} options={kinds} />
        <FilterSelect label="Deleted by" allLabel="Anyone" {...list.filter('by')} options={people} />
        <FilterSelect label="Deleted when" allLabel="Any time" {...list.filter('within')} options={spans} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Deleted items"
        rowId={(row) => row.id}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="Nothing is deleted">
              Deleted records stay here until they are restored or permanently deleted.
            </EmptyState>
          ) : (
            <NoMatch many="deleted items" onClear={list.clearAll} />
          )
        }
      />
      {listPage.bulk}
      {restore.dialog}
      {purging && <PurgeDialog item={purging} close={() => setPurging(undefined)} />}
    </>
  )
}
