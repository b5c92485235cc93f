import { Link, useParams } from 'react-router'
import { type Consignment, consignmentApi } from '#shared/portal/consignment-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { type Countable, ShelfCounting } from './shelf-counting.tsx'

/** Counts consignment stock by lot; works offline. */
export default function ShelfConsignmentPage() {
  const { id } = useParams()
  const { query, base } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(consignmentApi.listConsignments, { query }, { untold: true })
  return (
    <Loaded what="Consignment stock" query={list}>
      {({ data }) => {
        const place = data.find((one) => one.id === id)
        if (!place || !mayKeep)
          return (
            <EmptyState kind="no-match" title="Not found">
              This consignment stock doesn’t exist, or you can’t count it. <Link to={`${base}/shelf`}>All shelves</Link>
            </EmptyState>
          )
        return <ShelfCounting key={place.id} kind="consignment" shelf={{ ...place, rows: rowsOf(place) }} />
      }}
    </Loaded>
  )
}

const rowsOf = ({ lots }: Consignment): Countable['rows'] =>
  lots.map(({ product, lotId, lotNumber, expiryDate, onHand }) => ({
    key: lotId,
    product,
    lotNumber,
    label: lotNumber ? `${product.name}, lot ${lotNumber}` : product.name,
    note: `${onHand.toLocaleString('en')} by our books${expiryDate ? `, exp. ${formatDay(expiryDate)}` : ''}`,
    step: 1,
  }))
