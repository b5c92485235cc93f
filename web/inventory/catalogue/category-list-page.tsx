import { Link } from 'react-router'
import { type Category, inventoryApi } from '#shared/inventory/stock/api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DeleteCategory } from './delete-category.tsx'
import { type OpenDialog, RecordList } from '#web/inventory/stock/record-list.tsx'
import { paths } from '#web/paths.ts'
import { CategoryDialog } from '#web/inventory/public/category-dialog.tsx'
import type { Column } from '#web/ui/table/column.ts'

export const listed = inventoryApi.listCategories

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

const removal = {
  kind: 'category',
  route: inventoryApi.deleteCategory,
} as const

/** The list of product categories. */
export default function CategoryListPage() {
  const list = useListParams(inventoryApi.listCategories)
  const categories = useApiQuery(inventoryApi.listCategories, { query: list.query }, { keepPrevious: true })
  return (
    <RecordList
      title="Categories"
      one="category"
      many="categories"
      list={list}
      route={inventoryApi.listCategories}
      removal={removal}
      result={categories}
      columns={columns}
      purpose="Every product belongs to a category, such as gloves or masks."
      dialogs={CategoryDialogs}
    />
  )
}

function CategoryDialogs({ open, close }: OpenDialog<Category>) {
  if (open.act === 'add') return <CategoryDialog close={close} />
  if (open.act === 'edit') return <CategoryDialog category={open.record} close={close} />
  return <DeleteCategory category={open.record} close={close} />
}
