import type { ShelfItem } from '#shared/portal/shelf-api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'

const count = (pieces: number) => pieces.toLocaleString('en')
const piecesOf = (quantity: number) => `${count(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`

/** The items of a shelf: counted and par quantities, on order, to order, and expiring soon. */
export function ShelfItems({ items }: { items: readonly ShelfItem[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {items.map((item) => (
        <li key={item.product.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
          <div className="min-w-0 flex-1 basis-48">
            <p className="wrap-anywhere font-medium">{item.product.name}</p>
            <p className="wrap-anywhere text-muted text-table">
              {item.product.sku} · pack of {count(item.packSize)}
              {item.minimum !== null && item.minimum > 1 && `, minimum ${count(item.minimum)}`}
            </p>
            {item.expiring.map((lot) => (
              <p key={`${lot.lotNumber} ${lot.expiryDate}`} className="wrap-anywhere text-table text-warn">
                Lot {lot.lotNumber}: {piecesOf(lot.quantity)} of what was counted should expire on{' '}
                {formatDay(lot.expiryDate ?? '')}
              </p>
            ))}
          </div>
          <div className="ml-auto flex shrink-0 flex-col items-end gap-1">
            <p className="figures">
              {item.counted === null ? 'Not counted' : `${count(item.counted)} there`}
              <span className="text-muted"> · par {count(item.par)}</span>
            </p>
            {item.onOrder > 0 && <p className="figures text-muted text-table">{count(item.onOrder)} on order</p>}
            {item.topUp !== null && item.topUp > 0 && (
              <StatusBadge tone="warn">{`Order ${count(item.topUp)}`}</StatusBadge>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
