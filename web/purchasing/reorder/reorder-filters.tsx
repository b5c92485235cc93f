import type { Reply } from '#shared/http/route.ts'
import { type ReorderNeed, reorderNeedNames, reorderNeeds } from '#shared/purchasing/reorder/reorder.ts'
import { noSupplier, type reorderApi } from '#shared/purchasing/reorder/api.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'

type Spec = (typeof reorderApi.listReorders)['spec']
type ReorderFiltersProps = { list: ReturnType<typeof useListParams<Spec>>; reorders: Reply<Spec> | undefined }

const needs = reorderNeeds.map((value) => ({ value, label: reorderNeedNames[value] }))

/** The filters of the reorder page: search, supplier, and the reason for reordering. */
export function ReorderFilters({ list, reorders }: ReorderFiltersProps) {
  const suppliers = (reorders?.suppliers ?? []).map(({ supplier, items }) => ({
    value: supplier?.id ?? noSupplier,
    name: supplier?.name ?? 'Without a supplier',
    items,
  }))
  const nameOf = (id: string) => suppliers.find(({ value }) => value === id)?.name ?? 'Another supplier'
  const { supplier } = list.filters
  const options = suppliers.map(({ value, name, items }) => ({ value, label: `${name} (${items.toLocaleString()})` }))
  // The filter keeps its supplier even when no item of theirs is low any more.
  const isListed = supplier === undefined || options.some(({ value }) => value === supplier)
  return (
    <FilterBar
      search={{ label: 'Search items', ...list.search }}
      chips={list.chips({
        supplier: { label: 'Supplier', show: nameOf },
        need: { label: 'Why', show: (need) => reorderNeedNames[need as ReorderNeed] },
      })}
      onClearAll={list.clearAll}
      total={reorders?.total}
    >
      <FilterSelect
        label="Supplier"
        allLabel="All suppliers"
        {...list.filter('supplier')}
        options={isListed ? options : [...options, { value: supplier, label: nameOf(supplier) }]}
      />
      <FilterSelect label="Why" allLabel="All reasons" {...list.filter('need')} options={needs} />
    </FilterBar>
  )
}
