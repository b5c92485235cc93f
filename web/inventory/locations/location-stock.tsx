import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { type LocationDetail, placesApi, type LotOnHand } from '#shared/inventory/locations/api.ts'
import type { useListParams } from '#web/lists/use-list-params.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { ExpiryDate } from '#web/inventory/stock/expiry-date.tsx'
import { ZoneGoodsDialog } from './zone-goods-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { BulkBar } from '#web/ui/table/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type StockList = ReturnType<typeof useListParams<(typeof placesApi.listStanding)['spec']>>
type LocationStockProps = { location: LocationDetail; list: StockList }

const kindNames: Record<LotOnHand['item']['kind'], string> = {
  product: 'Products',
  raw_material: 'Raw materials',
  kit: 'Kits',
}
const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

const columns: readonly Column<LotOnHand>[] = [
  {
    id: 'name',
    header: 'Item',
    sortable: true,
    cell: ({ item }) => <TwoLines first={item.name} second={item.sku} className="max-w-60 max-md:max-w-full" />,
  },
  {
    id: 'lot',
    header: 'Lot',
    phone: true,
    cell: ({ id, item, lotNumber, lotStatus, expiryDate }) =>
      id === item.id ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2 max-md:justify-end">
          {lotNumber}
          {isBlocked({ lotStatus }) && <Badge tone="warn">{lotStatusNames[lotStatus as LotStatus] ?? lotStatus}</Badge>}
          {expiryDate && (
            <span className="text-muted text-xs">
              <ExpiryDate date={expiryDate} />
            </span>
          )}
        </span>
      ),
  },
  {
    id: 'zone',
    header: 'Zone',
    sortable: true,
    phone: true,
    cell: ({ zone }) => zone?.name ?? <span className="text-muted">None</span>,
  },
  {
    id: 'onHand',
    header: 'On hand',
    align: 'end',
    sortable: true,
    phone: true,
    cell: ({ onHand }) => onHand.toLocaleString(),
  },
  {
    id: 'available',
    header: 'Available',
    align: 'end',
    phone: true,
    cell: ({ available }) => <span className="font-medium">{available.toLocaleString()}</span>,
  },
]

const pages = { product: paths.product, raw_material: paths.rawMaterial, kit: paths.kit }

/** The stock of a location by lot; selected rows can be moved to a zone. */
export function LocationStock({ location, list }: LocationStockProps) {
  const stock = useApiQuery(
    placesApi.listStanding,
    { params: { id: location.id }, query: list.query },
    { keepPrevious: true },
  )
  const mayEdit = useCan('inventory.edit')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAssigningZone, setAssigningZone] = useState(false)
  const rows = stock.data?.data
  const chosen = useMemo(() => (rows ?? []).filter(({ id }) => selected.has(id)), [rows, selected])
  const clear = () => setSelected(new Set())
  const zoneName = (id: string) =>
    id === 'none' ? 'None' : (location.zones.find((zone) => zone.id === id)?.name ?? 'Deleted')
  const isEmpty = list.isEmpty(stock)
  const choosing = mayEdit && location.zones.length > 0 && { selected, onSelectedChange: setSelected }
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Stock at this location</h2>
      <FilterBar
        search={{ label: 'Search items and lots', ...list.search }}
        chips={list.chips({
          zone: { label: 'Zone', show: zoneName },
          kind: { label: 'Kind', show: (kind) => kindNames[kind as LotOnHand['item']['kind']] },
        })}
        onClearAll={list.clearAll}
        total={list.total(stock)}
      >
        {location.zones.length > 0 && (
          <FilterSelect
            label="Zone"
            allLabel="All zones"
            {...list.filter('zone')}
            options={[
              ...location.zones.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'none', label: 'No zone' },
            ]}
          />
        )}
        <FilterSelect label="Kind" allLabel="All kinds" {...list.filter('kind')} options={kinds} />
      </FilterBar>
      <DataTable
        {...listTable(list, stock)}
        {...choosing}
        label="Stock at this location"
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ item }) => pages[item.kind](item.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No stock at this location" className="py-8">
              Goods received, transferred or counted here appear with their lot and zone.
            </EmptyState>
          ) : (
            <EmptyState
              kind="no-match"
              title="No matching items"
              action={<Button onClick={list.clearAll}>Clear filters</Button>}
            />
          )
        }
      />
      <BulkBar count={chosen.length} onClear={clear}>
        <Button size="sm" onClick={() => setAssigningZone(true)}>
          Choose zone
        </Button>
      </BulkBar>
      {isAssigningZone && (
        <ZoneGoodsDialog location={location} lots={chosen} onSaved={clear} close={() => setAssigningZone(false)} />
      )}
    </section>
  )
}
