import { Link } from 'react-router'
import { lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'
import type { Shipment, ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDay } from '#shared/format-day.ts'

/** The lines of the shipment by lot, and after delivery the accepted quantities. */
export function ShipmentLines({ shipment: { lines, order } }: { shipment: Shipment }) {
  const seesProducts = useCan('inventory.view')
  const isTaken = lines.some(({ delivered }) => delivered !== null)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <LinesTable
      title="Items"
      help={`${lines.length === 1 ? '1 line' : `${lines.length} lines`} of ${order.number}`}
      rows={lines}
      rowId={({ id }) => id}
      columns={columnsOf(seesProducts, isTaken)}
      sums={[{ label: 'Pieces', values: { quantity: pieces.toLocaleString() }, isTotal: true }]}
    />
  )
}

function LotCell({ lot }: Pick<ShipmentLine, 'lot'>) {
  const seesLots = useCan('inventory.view')
  if (lot.isNone) return <span className="text-muted">–</span>
  return (
    <>
      {seesLots ? (
        <Link to={paths.lot(lot.id)} className="link">
          {lot.number}
        </Link>
      ) : (
        lot.number
      )}{' '}
      {isBlocked({ lotStatus: lot.status }) && <Badge tone="warn">{lotStatusNames[lot.status]}</Badge>}
      {lot.expiryDate && (
        <span className={cn('block text-xs', (lot.remainingDays ?? 1) <= 0 ? 'text-bad' : 'text-muted')}>
          {formatDay(lot.expiryDate)}
          {lot.remainingDays !== null &&
            (lot.remainingDays > 0 ? `, ${lot.remainingDays.toLocaleString()} days left` : ', expired')}
        </span>
      )}
    </>
  )
}

const columnsOf = (seesProducts: boolean, isTaken: boolean): (LineColumn<ShipmentLine> | false)[] => [
  {
    id: 'item',
    header: 'Item',
    cell: ({ product }) => (
      <LineName name={product.name} to={seesProducts ? paths.product(product.id) : null} code={product.sku} />
    ),
  },
  { id: 'lot', header: 'Lot', cell: ({ lot }) => <LotCell lot={lot} /> },
  { id: 'quantity', header: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
  isTaken && {
    id: 'accepted',
    header: 'Accepted',
    isNumber: true,
    cell: ({ delivered, refused, damaged }) => (
      <>
        {delivered?.toLocaleString() ?? '–'}
        {refused > 0 && (
          <span className="block whitespace-nowrap text-warn text-xs">{refused.toLocaleString()} refused</span>
        )}
        {damaged > 0 && (
          <span className="block whitespace-nowrap text-bad text-xs">{damaged.toLocaleString()} damaged</span>
        )}
      </>
    ),
  },
]
