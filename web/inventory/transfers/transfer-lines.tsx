import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { restNames } from '#shared/inventory/stock/stock-document.ts'
import { type StockReason, stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { Counted, LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { ItemName } from '#web/inventory/stock/item-name.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type Line = Transfer['transferLines'][number]
type Lot = Line['lots'][number]

/** The lines of a transfer by lot, and after arrival the received quantities. */
export function TransferLines({ transfer: { transferLines, status, pieces } }: { transfer: Transfer }) {
  const isCounted = status === 'completed'
  const received = transferLines.reduce((sum, line) => sum + receivedOf(line), 0)
  return (
    <LinesTable
      title="Items"
      rows={transferLines}
      rowId={({ id }) => id}
      columns={columnsOf(isCounted)}
      sums={[
        {
          label: 'Pieces',
          values: { quantity: pieces.toLocaleString(), ...(isCounted && { received: received.toLocaleString() }) },
          isTotal: true,
        },
      ]}
    />
  )
}

const receivedOf = (line: Line) => line.lots.reduce((sum, lot) => sum + (lot.received ?? 0), 0)

/** Blocked, or not received in full. */
const isWarned = (lot: Lot) => isBlocked(lot) || (lot.received !== null && lot.received < lot.quantity)

/** One lot of a line; for items without lot tracking it is shown only if pieces are missing. */
function LotItem({ lot, isPlain }: { lot: Lot; isPlain: boolean }) {
  const { lotNumber, expiryDate, lotStatus, quantity, received, rest } = lot
  const missing = received === null ? 0 : quantity - received
  if (isPlain && missing === 0) return null
  return (
    <LotChip>
      {!isPlain && (
        <>
          {quantity.toLocaleString()} of lot <span className="font-medium text-primary">{lotNumber}</span>
          {expiryDate && `, expires ${formatDay(expiryDate)}`}{' '}
        </>
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
    </LotChip>
  )
}

const columnsOf = (isCounted: boolean): (LineColumn<Line> | false)[] => [
  {
    id: 'item',
    header: 'Item and lots',
    cell: ({ item, lots }) => (
      <ItemName
        item={item}
        lots={
          <LotChips isOpen={lots.some(isWarned)}>
            {lots.map((lot) => (
              <LotItem key={lot.lotId} lot={lot} isPlain={lot.lotId === item.id} />
            ))}
          </LotChips>
        }
      />
    ),
  },
  {
    id: 'quantity',
    header: isCounted ? 'Sent' : 'Quantity',
    isNumber: true,
    cell: ({ quantity }) => quantity.toLocaleString(),
  },
  isCounted && {
    id: 'received',
    header: 'Received',
    isNumber: true,
    cell: (line) => <Counted value={receivedOf(line)} isWarn={receivedOf(line) < line.quantity} />,
  },
]
