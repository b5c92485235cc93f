import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { inventoryApi } from '#shared/inventory/api.ts'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/inventory-tabs.tsx'
import { productColumns } from '#web/inventory/product-columns.tsx'
import { ProductFilters } from '#web/inventory/product-filters.tsx'
import { paths } from '#web/paths.ts'
import { useCan, useUser } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

/** Every product with what stands on hand, what is promised and what is left. */
export default function ProductListPage() {
  const list = useListState(inventoryApi.listProducts)
  const products = useApiQuery(inventoryApi.listProducts, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => productColumns(currency), [currency])
  const mayEdit = useCan('inventory.edit')
  const isEmpty = list.isEmpty(products)
  return (
    <>
      <PageHeader title="Inventory" action={mayEdit && !isEmpty && <AddProduct />} />
      <InventoryTabs />
      {!isEmpty && <ProductFilters list={list} total={products.data && totalOf(products.data)} />}
      <DataTable
        {...listTable(list, products)}
        label="Products"
        columns={columns}
        rowId={(product) => product.id}
        rowHref={(product) => paths.product(product.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={isEmpty ? <NothingYet mayEdit={mayEdit} /> : <NoMatch onClear={list.clearAll} />}
      />
    </>
  )
}

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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState kind="no-match" title="No products match" action={<Button onClick={onClear}>Clear filters</Button>}>
      Nothing has this name, category, status and supplier at once.
    </EmptyState>
  )
}

function NothingYet({ mayEdit }: { mayEdit: boolean }) {
  const { role } = useUser()
  return (
    <EmptyState
      kind="nothing"
      title="No products yet"
      action={
        mayEdit && (
          <>
            {role === 'admin' && (
              <Button asChild>
                <Link to={paths.imports}>Import from a file</Link>
              </Button>
            )}
            <AddProduct />
          </>
        )
      }
    >
      Products are what you buy, keep and sell. Orders take them from here.
    </EmptyState>
  )
}
