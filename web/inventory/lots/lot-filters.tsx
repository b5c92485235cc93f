import type { ReactNode } from 'react'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import {
  type ExpiryWindow,
  expiryWindowNames,
  expiryWindows,
  lotFilterNames,
  lotFilters,
} from '#shared/inventory/stock/lot-status.ts'
import type { lotsApi } from '#shared/inventory/lots/api.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { ProductPicker } from '#web/inventory/public/product-picker.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import type { Total } from '#web/ui/table/pagination.tsx'

type LotFiltersProps = {
  list: ReturnType<typeof useListParams<(typeof lotsApi.listLots)['spec']>>
  total: Total | undefined
  /** Column chooser, density and saved views. */
  tools?: ReactNode
}

const states = lotFilters.map((value) => ({ value, label: lotFilterNames[value] }))
const windows = expiryWindows.map((value) => ({ value, label: expiryWindowNames[value] }))

/** The filters of the lot list: search, expiry, state, product, location, and whether used-up lots are shown. */
export function LotFilters({ list, total, tools }: LotFiltersProps) {
  const { product, location } = list.filters
  const chosenProduct = useApiQuery(
    inventoryApi.getProduct,
    { params: { id: product ?? '' } },
    { enabled: product !== undefined, aside: 'the chosen product' },
  )
  const locations = useApiQuery(inventoryApi.listLocations, { query: { limit: maxLimit } }, { aside: 'locations' })
  const places = (locations.data?.data ?? []).map((one) => ({ value: one.id, label: locationLabel(one) }))
  const productName = chosenProduct.data?.name ?? '…'
  const locationName = places.find(({ value }) => value === location)?.label ?? '…'
  return (
    <FilterBar
      search={{ label: 'Search lots', ...list.search }}
      chips={list.chips({
        expiry: { label: 'Expires', show: (window) => expiryWindowNames[window as ExpiryWindow] },
        status: { label: 'State', show: (status) => lotFilterNames[status as (typeof lotFilters)[number]] },
        product: { label: 'Product', show: () => productName },
        location: { label: 'Location', show: () => locationName },
        stock: { label: 'Lots', show: () => 'Including depleted' },
      })}
      onClearAll={list.clearAll}
      total={total}
      tools={tools}
    >
      <FilterSelect label="Expires" allLabel="Any expiry" {...list.filter('expiry')} options={windows} />
      <FilterSelect label="State" allLabel="All states" {...list.filter('status')} options={states} />
      <FilterSelect
        label="Lots shown"
        allLabel="On hand"
        {...list.filter('stock')}
        options={[{ value: 'all', label: 'Include depleted lots' }]}
      />
      <ProductPicker
        label="Product"
        hideLabel
        placeholder="All products"
        className="w-48 xl:min-w-24 xl:shrink max-md:w-auto max-md:basis-full"
        value={product ? { id: product, label: productName } : null}
        onChange={(option) => list.filter('product').onChange(option?.id ?? '')}
      />
      <FilterSelect label="Location" allLabel="All locations" {...list.filter('location')} options={places} />
    </FilterBar>
  )
}
