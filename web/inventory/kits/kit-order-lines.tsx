import { useState } from 'react'
import type { KitOrder } from '#shared/inventory/kits/kit-orders-api.ts'
import { type LotStatus, lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { ItemLink } from '#web/inventory/stock/item-link.tsx'
import { KitLotsDialog } from './kit-lots-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#web/ui/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

type Line = KitOrder['lines'][number]

/** What goes into the kits, lot by lot: the list to pack from, and later what was packed at which cost. */
export function KitOrderLines({ order }: { order: KitOrder }) {
  const { lines, status } = order
  const { currency } = useSettings()
  const [choosing, setChoosing] = useState<Line>()
  const mayChoose = useCan('inventory.edit') && status === 'pending'
  const isDone = status === 'completed'
  return (
    <Card flush title="Items" help={isDone ? 'Items used' : 'Items to pick'}>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium [&>th:last-child]:pr-5 max-md:[&>th:last-child]:pr-4">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Item and lots
            </th>
            <th scope="col" className="text-right max-md:hidden">
              In a kit
            </th>
            <th scope="col" className="text-right">
              Quantity
            </th>
            {isDone && (
              <th scope="col" className="text-right">
                Cost, {currency}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.id}
              className="border-line border-b align-top last:border-b-0 [&>td]:px-3 [&>td]:py-2.5 [&>td:last-child]:pr-5 max-md:[&>td:last-child]:pr-4"
            >
              <td className="wrap-anywhere pl-5! max-md:pl-4!">
                <ItemLink item={line.item} />
                <Lots line={line} />
                {mayChoose && isKeptByLots(line) && (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-ml-2 mt-1"
                    aria-label={`Choose lots of ${line.item.name}`}
                    onClick={() => setChoosing(line)}
                  >
                    Choose lots
                  </Button>
                )}
              </td>
              <td className="figures text-right max-md:hidden">{line.perKit.toLocaleString()}</td>
              <td className="figures text-right">{line.quantity.toLocaleString()}</td>
              {isDone && (
                <td className="figures text-right">{line.cost === null ? '–' : formatDecimalInput(line.cost, 2)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {choosing && <KitLotsDialog order={order} line={choosing} close={() => setChoosing(undefined)} />}
    </Card>
  )
}

/** Goods without lots stand in the lot whose id is the item's. */
const isKeptByLots = ({ lots, item }: Line) => lots.some((lot) => lot.lotId !== item.id)

function Lots({ line }: { line: Line }) {
  const lots = line.lots.filter((lot) => lot.lotId !== line.item.id)
  if (lots.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-1 text-secondary text-xs">
      {lots.map((lot) => (
        <li key={lot.lotId} className="figures">
          {lot.quantity.toLocaleString()} of lot <span className="font-medium text-primary">{lot.lotNumber}</span>
          {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}{' '}
          {isBlocked(lot) && <Badge tone="warn">{lotStatusNames[lot.lotStatus as LotStatus] ?? lot.lotStatus}</Badge>}
          {lot.lotReason && <span className="block text-pretty break-words text-muted">Chosen: {lot.lotReason}</span>}
        </li>
      ))}
    </ul>
  )
}
