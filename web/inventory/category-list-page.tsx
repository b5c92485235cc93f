import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type Category, inventoryApi } from '#shared/inventory/api.ts'
import { DeleteDialog } from '#web/api/delete-dialog.tsx'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { actColumn, type Open } from '#web/inventory/act-column.tsx'
import { paths } from '#web/paths.ts'
import { CategoryDialog } from '#web/pickers/category-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const columns: readonly Column<Category>[] = [
  { id: 'name', header: 'Name', cell: (category) => category.name, sortable: true },
  {
    id: 'description',
    header: 'Description',
    cell: (category) => <span className="text-secondary">{category.description}</span>,
    width: '60%',
  },
  {
    id: 'products',
    header: 'Products',
    align: 'end',
    phone: true,
    cell: ({ name, products }) =>
      products === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <Link to={`${paths.products}?${new URLSearchParams({ category: name })}`} className="link">
          {products.toLocaleString()}
        </Link>
      ),
  },
]

/** The groups that products are kept in. */
export default function CategoryListPage() {
  const list = useListState(inventoryApi.listCategories)
  const categories = useApiQuery(inventoryApi.listCategories, { query: list.query }, { keepPrevious: true })
  const [open, setOpen] = useState<Open<Category>>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const close = () => setOpen(undefined)
  const shown = useMemo(
    () => (mayEdit || mayDelete ? [...columns, actColumn(mayEdit, mayDelete, setOpen)] : columns),
    [mayEdit, mayDelete],
  )
  const add = (
    <Button variant="primary" onClick={() => setOpen({ act: 'add' })}>
      <Plus aria-hidden />
      Add category
    </Button>
  )
  const isEmpty = list.isEmpty(categories)
  return (
    <>
      <PageHeader title="Categories" action={!isEmpty && mayEdit && add} />
      {!isEmpty && (
        <FilterBar
          search={{ label: 'Search categories', ...list.search }}
          total={categories.data && totalOf(categories.data)}
        />
      )}
      <DataTable
        {...listTable(list, categories)}
        label="Categories"
        columns={shown}
        rowId={(category) => category.id}
        empty={
          !isEmpty ? (
            <EmptyState
              kind="no-match"
              title="No categories match"
              action={<Button onClick={list.clearAll}>Clear search</Button>}
            />
          ) : (
            <EmptyState kind="nothing" title="No categories yet" action={mayEdit && add}>
              Every product belongs into one: gloves, masks, infusion sets.
            </EmptyState>
          )
        }
      />
      {open?.act === 'add' && <CategoryDialog close={close} />}
      {open?.act === 'edit' && <CategoryDialog category={open.record} close={close} />}
      {open?.act === 'delete' && (
        <DeleteDialog
          route={inventoryApi.deleteCategory}
          id={open.record.id}
          kind="category"
          what="category"
          name={open.record.name}
          invalidates={[inventoryApi.listCategories]}
          close={close}
        >
          A category with products in it can't be deleted.
        </DeleteDialog>
      )}
    </>
  )
}
