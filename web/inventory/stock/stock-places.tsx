import { Link } from 'react-router'
import type { LotStatus } from '#shared/inventory/stock/lot-status.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { ExpiryDate } from './expiry-date.tsx'
import { LotStatusBadge } from './lot-status-badge.tsx'
import type { StockedItem } from './stocked-item.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type Place = Product['stock'][number]

/** The lots of a raw material are linked only for users who can view the inventory. */
function LotLink({ place: { lotId, lotNumber } }: { place: Place }) {
  const seesLots = useCan('inventory.view')
  if (lotNumber === 'none') return <span className="text-muted">No lot</span>
  if (!seesLots) return lotNumber
  return (
    <Link to={paths.lot(lotId)} className="link">
      {lotNumber}
    </Link>
  )
}

const location: Column<Place> = {
  id: 'location',
  header: 'Location',
  cell: ({ location: { name, type }, consignee }) => (
    <TwoLines first={name} second={consignee === null ? type : `Consignment: ${consignee}`} className="max-w-44" />
  ),
}
const lots: readonly Column<Place>[] = [
  {
    id: 'lot',
    header: 'Lot',
    cell: (place) => (
      <span className="inline-flex items-center gap-2">
        <LotLink place={place} />
        {isBlocked(place) && <LotStatusBadge status={place.lotStatus as LotStatus} />}
      </span>
    ),
    phone: true,
  },
  { id: 'expiry', header: 'Expires', cell: (place) => <ExpiryDate date={place.expiryDate} />, phone: true },
]
const counts: readonly Column<Place>[] = [
  { id: 'onHand', header: 'On hand', cell: (place) => place.onHand.toLocaleString(), align: 'end', phone: true },
  {
    id: 'committed',
    header: 'Reserved',
    cell: (place) => place.committed.toLocaleString(),
    align: 'end',
    phone: true,
  },
  {
    id: 'available',
    header: 'Available',
    cell: ({ available }) => <span className="font-medium">{available.toLocaleString()}</span>,
    align: 'end',
    phone: true,
  },
]

/** The stock of an item by location and lot. */
export function StockPlaces({ item }: { item: StockedItem }) {
  const seesLots = useCan('inventory.view')
  const places = item.stock.filter((place) => place.onHand > 0 || place.committed > 0)
  const hasLots = item.lotControlled || places.some((place) => place.lotId !== item.id)
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-semibold text-base">{hasLots ? 'By location and lot' : 'By location'}</h2>
        {hasLots && seesLots && (
          <Link to={`${paths.lots}?product=${item.id}&stock=all`} className="link text-table" data-chrome>
            View all lots
          </Link>
        )}
      </div>
      <DataTable
        label="Stock by location"
        columns={[location, ...(hasLots ? lots : []), ...counts]}
        rows={places}
        rowId={(place) => `${place.location.id}/${place.lotId}`}
        empty={
          <EmptyState kind="nothing" title="No stock on hand" className="py-8">
            Received stock appears here with its location{hasLots && ', lot and expiry date'}.
          </EmptyState>
        }
      />
    </section>
  )
}
