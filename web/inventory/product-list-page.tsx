import { Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { inventoryApi } from '#shared/inventory/api.ts'
import type { ProductRow } from '#shared/inventory/product.ts'
import { useListChoice } from '#web/api/list-choice.ts'
import { mostSelected, useListSelection } from '#web/api/list-selection.ts'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/inventory-tabs.tsx'
import { type ProductAct, RowActDialog } from '#web/inventory/product-acts.tsx'
import { ProductBulk } from '#web/inventory/product-bulk.tsx'
import { exportedAs, productColumns } from '#web/inventory/product-columns.tsx'
import { ProductExportMenu } from '#web/inventory/product-export-menu.tsx'
import { ProductFilters } from '#web/inventory/product-filters.tsx'
import { ProductMenu } from '#web/inventory/product-menu.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListViewButton } from '#web/ui/list-view-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { SimilarNotice } from '#web/ui/similar-notice.tsx'

/** Every product with what stands on hand, what is promised and what is left. */
export default function ProductListPage() {
  const list = useListState(inventoryApi.listProducts)
  const products = useApiQuery(inventoryApi.listProducts, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const { search } = useLocation()
  const [open, setOpen] = useState<{ id: string; act: ProductAct }>()
  const columns = useMemo(() => [...productColumns(currency), actsColumn(setOpen)], [currency])
  const choice = useListChoice('products', mayEdit || mayDelete ? columns : columns.slice(0, -1))
  const selection = useListSelection(inventoryApi.listProducts, list.query, products.data?.data)
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.productNew) } : {})
  const isEmpty = list.isEmpty(products)
  const total = products.data?.total ?? 0
  const mayMark = (mayEdit || mayDelete) && !isEmpty
  const { limit: _, cursor: __, ...exported } = list.query
  const shown: string[] = choice.columns.flatMap<string>(({ id }) => exportedAs[id] ?? [id])
  return (
    <>
      <PageHeader
        title="Inventory"
        menu={mayEdit && !isEmpty && <ImportProducts />}
        action={mayEdit && !isEmpty && <AddProduct />}
      />
      <InventoryTabs />
      {!isEmpty && (
        <ProductFilters
          list={list}
          total={products.data && totalOf(products.data)}
          tools={
            <>
              <ListViewButton view={choice} />
              <ProductExportMenu choice={exported} shown={shown} total={total} />
            </>
          }
        />
      )}
      <SimilarNotice
        typed={list.query.q ?? ''}
        found={
          products.isPlaceholderData
            ? undefined
            : products.data?.data.map(({ name, sku, barcode }) => `${name} ${sku} ${barcode ?? ''}`)
        }
      />
      <DataTable
        {...listTable(list, products)}
        {...(!choice.isReady && { rows: undefined })}
        {...(mayMark && { selected: selection.selected, onSelectedChange: selection.onSelectedChange })}
        label="Products"
        columns={choice.columns}
        compact={choice.compact}
        rowId={(product) => product.id}
        rowHref={(product) => paths.product(product.id)}
        renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
        empty={isEmpty ? <NothingYet mayEdit={mayEdit} /> : <NoMatch onClear={list.clearAll} />}
      />
      {mayMark && (
        <ProductBulk
          rows={selection.rows}
          onClear={selection.clear}
          onSelectAll={
            selection.rows.length < Math.min(total, mostSelected) && !selection.isLoading
              ? selection.selectAll
              : undefined
          }
          selectAllLabel={
            total > mostSelected
              ? `Select the first ${mostSelected.toLocaleString()}`
              : `Select all ${total.toLocaleString()} results`
          }
        />
      )}
      {open && <RowActDialog {...open} close={() => setOpen(undefined)} />}
    </>
  )
}

const actsColumn = (open: (what: { id: string; act: ProductAct }) => void): Column<ProductRow> => ({
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
      onChoose={(act) => open({ id: product.id, act })}
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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState kind="no-match" title="No products match" action={<Button onClick={onClear}>Clear filters</Button>}>
      Nothing has this name, category, status and supplier at once.
    </EmptyState>
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
      Products are what you buy, keep and sell. Orders take them from here.
    </EmptyState>
  )
}
