import { Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { type ProductAction, RowActionDialog } from './product-actions.tsx'
import { productColumns } from './product-columns.tsx'
import { useProductBulkActions } from './product-bulk-actions.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductMenu } from './product-menu.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { SimilarNotice } from '#web/ui/similar-notice.tsx'

export const listed = inventoryApi.listProducts

/** The list of products with stock on hand, reserved and available. */
export default function ProductListPage() {
  const list = useListParams(inventoryApi.listProducts)
  const products = useApiQuery(inventoryApi.listProducts, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const { search } = useLocation()
  const [open, setOpen] = useState<{ row: ProductRow; act: ProductAction }>()
  const columns = useMemo(() => [...productColumns(currency), actsColumn(setOpen)], [currency])
  const listPage = useListPage(
    'products',
    list,
    products,
    mayEdit || mayDelete ? columns : columns.slice(0, -1),
    useProductBulkActions(),
  )
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.productNew) } : {})
  const isEmpty = list.isEmpty(products)
  return (
    <>
      <PageHeader
        title="Inventory"
        menu={mayEdit && !isEmpty && <ImportProducts />}
        action={mayEdit && <AddProduct />}
      />
      <InventoryTabs />
      <ProductFilters list={list} total={list.total(products)} tools={listPage.tools} />
      <SimilarNotice
        typed={list.query.q ?? ''}
        found={
          products.isPlaceholderData
            ? undefined
            : products.data?.data.map(({ name, sku, barcode }) => `${name} ${sku} ${barcode ?? ''}`)
        }
      />
      <DataTable
        {...listPage.table}
        label="Products"
        rowId={(product) => product.id}
        rowHref={(product) => paths.product(product.id)}
        renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
        empty={
          isEmpty ? (
            <NothingYet mayEdit={mayEdit} />
          ) : (
            <NoMatch many="products" onClear={list.clearAll}>
              No product matches all filters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
      {open && <RowActionDialog {...open} close={() => setOpen(undefined)} />}
    </>
  )
}

const actsColumn = (open: (what: { row: ProductRow; act: ProductAction }) => void): Column<ProductRow> => ({
  id: 'acts',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  width: '3rem',
  phone: 'corner',
  cell: (product) => (
    <ProductMenu
      product={product}
      withAdd
      label={`Actions for ${product.name}`}
      onChoose={(act) => open({ row: product, act })}
    />
  ),
})

function AddProduct() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.productNew}>
        <Plus aria-hidden />
        Add product
      </Link>
    </Button>
  )
}

function ImportProducts() {
  return (
    <Button asChild>
      <Link to={paths.productImport}>
        <Upload aria-hidden />
        Import
      </Link>
    </Button>
  )
}

function NothingYet({ mayEdit }: { mayEdit: boolean }) {
  return (
    <EmptyState
      kind="nothing"
      title="No products yet"
      action={
        mayEdit && (
          <>
            <ImportProducts />
            <AddProduct />
          </>
        )
      }
    >
      Add the products you buy, store and sell.
    </EmptyState>
  )
}
