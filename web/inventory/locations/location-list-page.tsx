import { inOneLine } from '#shared/in-one-line.ts'
import { inventoryApi, type Location } from '#shared/inventory/stock/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { DeleteLocation } from './delete-location.tsx'
import { LocationMap } from './location-map.tsx'
import { type OpenDialog, RecordList } from '#web/inventory/stock/record-list.tsx'
import { paths } from '#web/paths.ts'
import { LocationDialog } from '#web/inventory/public/location-dialog.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { FilterSelect } from '#web/lists/filter-bar.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

export const listed = inventoryApi.listLocations

const columns: readonly Column<Location>[] = [
  { id: 'name', header: 'Name', cell: (location) => location.name, sortable: true },
  {
    id: 'type',
    exportedAs: ['type', 'consignee'],
    header: 'Type',
    cell: ({ type, consignee }) => <TwoLines first={type} second={consignee ? `at ${consignee.name}` : undefined} />,
    phone: true,
  },
  {
    id: 'address',
    header: 'Address',
    cell: ({ address }) => (address ? unbrokenAddress(inOneLine(address)) : none),
    phone: true,
  },
  {
    id: 'coordinates',
    exportedAs: ['latitude', 'longitude'],
    header: 'Coordinates',
    cell: (location) => coordinates(location) ?? none,
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <span className="line-clamp-2 text-secondary">{description ?? none}</span>,
  },
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

const removal = {
  kind: 'location',
  route: inventoryApi.deleteLocation,
} as const

/** The list of warehouses and factories, also as a map. */
export default function LocationListPage() {
  const list = useListParams(inventoryApi.listLocations)
  const { view, viewSwitch } = useListLayout(['list', 'map'])
  const locations = useApiQuery(inventoryApi.listLocations, { query: list.query }, { keepPrevious: true })
  const { q, type } = list.query
  const map = useApiQuery(
    placesApi.mapLocations,
    { query: { q, type } },
    { enabled: view === 'map', keepPrevious: true },
  )
  return (
    <RecordList
      title="Locations & zones"
      one="location"
      many="locations"
      list={list}
      route={inventoryApi.listLocations}
      removal={removal}
      result={locations}
      columns={columns}
      purpose="Products are stored in a warehouse or a factory. Add the first one."
      chips={list.chips({ type: { label: 'Type' }, own: { label: 'Only', show: () => 'our own locations' } })}
      filters={<FilterSelect label="Type" allLabel="All types" {...list.filter('type')} options={types} />}
      rowHref={(location) => paths.location(location.id)}
      tools={viewSwitch}
      {...(view === 'map' && !list.isEmpty(locations) && { instead: <LocationMap result={map} /> })}
      dialogs={LocationDialogs}
    />
  )
}

function LocationDialogs({ open, close }: OpenDialog<Location>) {
  if (open.act === 'add') return <LocationDialog close={close} />
  if (open.act === 'edit') return <LocationDialog location={open.record} close={close} />
  return <DeleteLocation location={open.record} close={close} />
}
