import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { restNames } from '#shared/inventory/stock/stock-document.ts'
import { type StockReason, stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { ItemLink } from '#web/inventory/stock/item-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type Line = Transfer['transferLines'][number]
type Lot = Line['lots'][number]

/** What a transfer moves, lot by lot, and once it arrived, what was counted. */
export function TransferLines({ transfer: { transferLines, status, pieces } }: { transfer: Transfer }) {
  const isCounted = status === 'completed'
  const received = transferLines.reduce((sum, line) => sum + receivedOf(line), 0)
  return (
    <Card flush title="Items" help={`${transferLines.length} ${transferLines.length === 1 ? 'line' : 'lines'}`}>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Item and lots
            </th>
            <th scope="col" className={cn('text-right', !isCounted && 'pr-5! max-md:pr-4!')}>
              {isCounted ? 'Sent' : 'Quantity'}
            </th>
            {isCounted && (
              <th scope="col" className="pr-5! text-right max-md:pr-4!">
                Received
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {transferLines.map((line) => (
            <LineRow key={line.id} line={line} isCounted={isCounted} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold text-sm">
            <th scope="row" className="h-12 pl-5 text-left max-md:pl-4">
              Pieces
            </th>
            <td className={cn('figures px-3 text-right', !isCounted && 'pr-5! max-md:pr-4!')}>
              {pieces.toLocaleString()}
            </td>
            {isCounted && <td className="figures pr-5 text-right max-md:pr-4">{received.toLocaleString()}</td>}
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

const receivedOf = (line: Line) => line.lots.reduce((sum, lot) => sum + (lot.received ?? 0), 0)

function LineRow({ line, isCounted }: { line: Line; isCounted: boolean }) {
  const { item, lots, quantity } = line
  const received = receivedOf(line)
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        <ItemLink item={item} />
        <ul className="mt-1 flex flex-col gap-1 text-secondary">
          {lots.map((lot) => (
            <LotItem key={lot.lotId} lot={lot} isPlain={lot.lotId === item.id} />
          ))}
        </ul>
      </td>
      <td className={cn('figures text-right', !isCounted && 'pr-5! max-md:pr-4!')}>{quantity.toLocaleString()}</td>
      {isCounted && (
        <td className={cn('figures pr-5! text-right max-md:pr-4!', received < quantity && 'font-medium text-warn')}>
          {received.toLocaleString()}
        </td>
      )}
    </tr>
  )
}

/** One lot of a line; the one lot of an item kept without lots is told only where something is to be said of it. */
function LotItem({ lot, isPlain }: { lot: Lot; isPlain: boolean }) {
  const { lotNumber, expiryDate, lotStatus, quantity, received, rest } = lot
  const missing = received === null ? 0 : quantity - received
  if (isPlain && missing === 0) return null
  return (
    <li className="text-xs">
      {!isPlain && (
        <span className="figures">
          {quantity.toLocaleString()} of lot <span className="font-medium text-primary">{lotNumber}</span>
          {expiryDate && `, expires ${formatDay(expiryDate)}`}
        </span>
      )}
      {!isPlain && isBlocked({ lotStatus }) && (
        <Badge tone="warn">{lotStatusNames[lotStatus as LotStatus] ?? lotStatus}</Badge>
      )}
      {missing > 0 && rest && (
        <span className="block text-warn">
          {missing.toLocaleString()} did not arrive. {restNames[rest]}
          {lot.reason && `: ${lot.customReason ?? stockReasonNames[lot.reason as StockReason] ?? lot.reason}`}
        </span>
      )}
    </li>
  )
}
