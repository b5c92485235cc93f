import { useState } from 'react'
import type { KitOrder } from '#shared/inventory/kits/kit-orders-api.ts'
import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { ItemName } from '#web/inventory/stock/item-name.tsx'
import { KitLotsDialog } from './kit-lots-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type Line = KitOrder['lines'][number]

/** The items of a kit order by lot: the pick list, and after packing what was used at which cost. */
export function KitOrderLines({ order }: { order: KitOrder }) {
  const { lines, status } = order
  const { currency } = useSettings()
  const [choosing, setChoosing] = useState<Line>()
  const mayChoose = useCan('inventory.edit') && status === 'pending'
  const isDone = status === 'completed'
  return (
    <>
      <LinesTable
        title="Items"
        help={isDone ? 'Items used' : 'Items to pick'}
        rows={lines}
        rowId={({ id }) => id}
        columns={columnsOf(currency, isDone, mayChoose ? setChoosing : undefined)}
      />
      {choosing && <KitLotsDialog order={order} line={choosing} close={() => setChoosing(undefined)} />}
    </>
  )
}

/** Products without lot tracking have a lot whose id is the item's. */
const isLotTracked = ({ lots, item }: Line) => lots.some((lot) => lot.lotId !== item.id)

function Lots({ line }: { line: Line }) {
  const lots = line.lots.filter((lot) => lot.lotId !== line.item.id)
  if (lots.length === 0) return null
  return (
    <LotChips isOpen={lots.some(isBlocked)}>
      {lots.map((lot) => (
        <LotChip key={lot.lotId}>
          {lot.quantity.toLocaleString()} of lot <span className="font-medium text-primary">{lot.lotNumber}</span>
          {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}{' '}
          {isBlocked(lot) && <Badge tone="warn">{lotStatusNames[lot.lotStatus as LotStatus] ?? lot.lotStatus}</Badge>}
          {lot.lotReason && <span className="block text-pretty break-words text-muted">Chosen: {lot.lotReason}</span>}
        </LotChip>
      ))}
    </LotChips>
  )
}

const columnsOf = (
  currency: string,
  isDone: boolean,
  chooseLots: ((line: Line) => void) | undefined,
): (LineColumn<Line> | false)[] => [
  {
    id: 'item',
    header: 'Item and lots',
    cell: (line) => (
      <ItemName
        item={line.item}
        lots={
          <>
            <Lots line={line} />
            {chooseLots && isLotTracked(line) && (
              <Button
                size="sm"
                variant="ghost"
                className="-ml-2"
                aria-label={`Choose lots of ${line.item.name}`}
                onClick={() => chooseLots(line)}
              >
                Choose lots
              </Button>
            )}
          </>
        }
      />
    ),
  },
  { id: 'perKit', header: 'Per kit', isNumber: true, cell: ({ perKit }) => perKit.toLocaleString() },
  { id: 'quantity', header: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
  isDone && {
    id: 'cost',
    header: `Cost, ${currency}`,
    isNumber: true,
    cell: ({ cost }) => (cost === null ? '–' : formatDecimalInput(cost, 2)),
  },
]
