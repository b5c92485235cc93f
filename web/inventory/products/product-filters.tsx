import type { ReactNode } from 'react'
import { crmApi } from '#shared/crm/partners/api.ts'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { stockStatuses, stockStatusNames, type StockStatus } from '#shared/inventory/stock/stock-status.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useAttributeFilter } from './attribute-filter.ts'
import { noPrice } from './product-columns.tsx'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'

type ProductFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof inventoryApi.listProducts)['spec']>>
  total: Total | undefined
  /** Shown at the right end: column chooser, export. */
  tools?: ReactNode
}

const statuses = stockStatuses.map((value) => ({ value, label: stockStatusNames[value] }))

/** The filters of the product list: search, category, stock status, price and supplier. */
export function ProductFilters({ list, total, tools }: ProductFiltersProps) {
  const { category, supplier } = list.filters
  const categories = useApiQuery(inventoryApi.listCategories, { query: { limit: maxLimit } }, { aside: 'categories' })
  const chosen = useApiQuery(
    crmApi.getSupplier,
    { params: { id: supplier ?? '' } },
    { enabled: supplier !== undefined, aside: 'the chosen supplier' },
  )
  const names = categories.data?.data.map(({ name }) => name) ?? []
  // The link may contain a category that the loaded list doesn't have.
  const options = category && !names.includes(category) ? [...names, category] : names
  const attributes = useAttributeFilter(list.filters.attribute)
  const supplierName = chosen.data?.name ?? '…'
  return (
    <FilterBar
      search={{ label: 'Search products', ...list.search }}
      chips={list.chips({
        category: { label: 'Category' },
        attribute: { label: 'Attribute', show: attributes.show },
        supplier: { label: 'Supplier', show: () => supplierName },
        skus: { label: 'SKUs' },
        stockStatus: { label: 'Status', show: (status) => stockStatusNames[status as StockStatus] },
        withoutPrice: { label: 'Price', show: () => noPrice },
        kits: { label: 'Kits', show: () => 'included' },
      })}
      onClearAll={list.clearAll}
      total={total}
      tools={tools}
      inRow={3}
    >
      <FilterSelect
        label="Category"
        allLabel="All Categories"
        {...list.filter('category')}
        options={options.map((name) => ({ value: name, label: name }))}
      />
      <FilterSelect label="Stock status" allLabel="All statuses" {...list.filter('stockStatus')} options={statuses} />
      <FilterSelect
        label="Price"
        allLabel="Any price"
        {...list.filter('withoutPrice')}
        options={[{ value: 'true', label: noPrice }]}
      />
      {attributes.options.length > 0 && (
        <FilterSelect
          label="Attribute"
          allLabel="Any attribute"
          {...list.filter('attribute')}
          options={attributes.options}
        />
      )}
      <SupplierPicker
        label="Supplier"
        hideLabel
        placeholder="All suppliers"
        className="w-48 xl:min-w-24 xl:shrink max-md:w-auto max-md:basis-full"
        value={supplier ? { id: supplier, label: supplierName } : null}
        onChange={(option) => list.filter('supplier').onChange(option?.id ?? '')}
      />
    </FilterBar>
  )
}
