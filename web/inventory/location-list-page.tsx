import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { inventoryApi, type Location } from '#shared/inventory/api.ts'
import { locationTypes } from '#shared/inventory/product.ts'
import { DeleteDialog } from '#web/api/delete-dialog.tsx'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { actColumn, type Open } from '#web/inventory/act-column.tsx'
import { LocationDialog } from '#web/pickers/location-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/ui/filter-bar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const columns: readonly Column<Location>[] = [
  { id: 'name', header: 'Name', cell: (location) => location.name, sortable: true },
  { id: 'type', header: 'Type', cell: (location) => location.type, phone: true },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? none, phone: true },
  { id: 'coordinates', header: 'Coordinates', cell: (location) => coordinates(location) ?? none },
  { id: 'description', header: 'Description', cell: ({ description }) => description ?? none },
  {
    id: 'products',
    header: 'Products',
    align: 'end',
    cell: (location) => location.products.toLocaleString(),
    phone: true,
  },
]
const types = locationTypes.map((type) => ({ value: type, label: type }))
const none = <span className="text-muted">–</span>

const coordinates = ({ latitude, longitude }: Location) =>
  latitude === null || longitude === null ? null : (
    <span className="figures">
      {latitude.toFixed(4)}, {longitude.toFixed(4)}
    </span>
  )

/** The warehouses and factories in which goods stand. */
export default function LocationListPage() {
  const list = useListState(inventoryApi.listLocations)
  const locations = useApiQuery(inventoryApi.listLocations, { query: list.query }, { keepPrevious: true })
  const [open, setOpen] = useState<Open<Location>>()
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
      Add location
    </Button>
  )
  const isEmpty = list.isEmpty(locations)
  return (
    <>
      <PageHeader title="Locations & zones" action={!isEmpty && mayEdit && add} />
      {!isEmpty && (
        <FilterBar
          search={{ label: 'Search locations', ...list.search }}
          chips={list.chips({ type: { label: 'Type' } })}
          onClearAll={list.clearAll}
          total={locations.data && totalOf(locations.data)}
        >
          <FilterSelect label="Type" allLabel="All types" {...list.filter('type')} options={types} />
        </FilterBar>
      )}
      <DataTable
        {...listTable(list, locations)}
        label="Locations"
        columns={shown}
        rowId={(location) => location.id}
        empty={
          !isEmpty ? (
            <EmptyState
              kind="no-match"
              title="No locations match"
              action={<Button onClick={list.clearAll}>Clear filters</Button>}
            />
          ) : (
            <EmptyState kind="nothing" title="No locations yet" action={mayEdit && add}>
              A product stands in a warehouse or a factory: add the first one.
            </EmptyState>
          )
        }
      />
      {open?.act === 'add' && <LocationDialog close={close} />}
      {open?.act === 'edit' && <LocationDialog location={open.record} close={close} />}
      {open?.act === 'delete' && (
        <DeleteDialog
          route={inventoryApi.deleteLocation}
          id={open.record.id}
          kind="location"
          what="location"
          name={open.record.name}
          invalidates={[inventoryApi.listLocations]}
          close={close}
        >
          A location where goods stand can't be deleted.
        </DeleteDialog>
      )}
    </>
  )
}
