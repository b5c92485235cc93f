import { Link, useParams } from 'react-router'
import { type Shelf, shelfApi } from '#shared/portal/shelf-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { type Countable, ShelfCounting } from './shelf-counting.tsx'

/** Counts a shelf by tapping or scanning; works offline. */
export default function ShelfCountPage() {
  const { id } = useParams()
  const { query, base } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(shelfApi.listShelves, { query }, { untold: true })
  return (
    <Loaded what="Shelves" query={list}>
      {({ data }) => {
        const shelf = data.find((one) => one.id === id)
        if (!shelf || !mayKeep)
          return (
            <EmptyState kind="no-match" title="Not found">
              This shelf doesn’t exist, or you can’t count it. <Link to={`${base}/shelf`}>All shelves</Link>
            </EmptyState>
          )
        return <ShelfCounting key={shelf.id} kind="shelf" shelf={{ ...shelf, rows: rowsOf(shelf) }} />
      }}
    </Loaded>
  )
}

const rowsOf = ({ items }: Shelf): Countable['rows'] =>
  items.map(({ product, par, unit, packSize }) => ({
    key: product.id,
    product,
    lotNumber: null,
    label: product.name,
    note: `${product.sku} · par ${par.toLocaleString('en')}${unit === 'pack' ? `, counted in packs of ${packSize.toLocaleString('en')}` : ''}`,
    step: unit === 'pack' ? packSize : 1,
  }))
