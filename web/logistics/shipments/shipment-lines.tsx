import { Link } from 'react-router'
import { lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'
import type { Shipment, ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDay } from '#web/ui/format-day.ts'

/** What is in the shipment, line by line and lot by lot, and once it arrived, how much of it was taken. */
export function ShipmentLines({ shipment: { lines, order } }: { shipment: Shipment }) {
  const isTaken = lines.some(({ delivered }) => delivered !== null)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card flush title="Items" help={`${lines.length === 1 ? '1 line' : `${lines.length} lines`} of ${order.number}`}>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Item
            </th>
            <th scope="col" className="text-left">
              Lot
            </th>
            <th scope="col" className={cn('text-right', !isTaken && 'pr-5! max-md:pr-4!')}>
              Quantity
            </th>
            {isTaken && (
              <th scope="col" className="pr-5! text-right max-md:pr-4!">
                Accepted
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} isTaken={isTaken} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold text-sm">
            <th scope="row" colSpan={2} className="h-12 pl-5 text-left max-md:pl-4">
              Pieces
            </th>
            <td className={cn('figures px-3 text-right', !isTaken && 'pr-5! max-md:pr-4!')}>
              {pieces.toLocaleString()}
            </td>
            {isTaken && <td />}
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

function LineRow({ line, isTaken }: { line: ShipmentLine; isTaken: boolean }) {
  const { product, quantity, delivered, refused, damaged } = line
  const seesProducts = useCan('inventory.view')
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        {seesProducts ? (
          <Link to={paths.product(product.id)} className="link">
            {product.name}
          </Link>
        ) : (
          product.name
        )}
        <span className="block text-muted text-xs">{product.sku}</span>
      </td>
      <td>
        <LotCell lot={line.lot} />
      </td>
      <td className={cn('figures text-right', !isTaken && 'pr-5! max-md:pr-4!')}>{quantity.toLocaleString()}</td>
      {isTaken && (
        <td className="figures pr-5! text-right max-md:pr-4!">
          {delivered?.toLocaleString() ?? '–'}
          {refused > 0 && <span className="block text-warn text-xs">{refused.toLocaleString()} refused</span>}
          {damaged > 0 && <span className="block text-bad text-xs">{damaged.toLocaleString()} damaged</span>}
        </td>
      )}
    </tr>
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
