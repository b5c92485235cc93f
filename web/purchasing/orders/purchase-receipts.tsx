import { useState } from 'react'
import { maxCopies } from '#shared/inventory/labels/api.ts'
import { divideHalfEven, formatPrice, parseDecimal } from '#shared/money.ts'
import type { GoodsReceipt, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { whyReceiptNotReversed } from '#shared/purchasing/orders/purchase-transitions.ts'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import type { LabelOfRecord } from '#web/inventory/public/label-dialog.tsx'
import { ReverseDialog } from '#web/purchasing/returns/reverse-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#web/ui/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What came with the order, delivery by delivery, with what it really cost; and what went back. */
export function PurchaseReceipts({ order }: { order: PurchaseOrder }) {
  const [reversed, setReversed] = useState<GoodsReceipt>()
  const mayReverse = useCan('purchaseOrders.edit') && !whyReceiptNotReversed(order)
  return (
    <>
      {order.receipts.map((receipt) => (
        <Receipt
          key={receipt.id}
          receipt={receipt}
          onReverse={mayReverse && !receipt.reversed ? () => setReversed(receipt) : undefined}
        />
      ))}
      {order.returns.map((gone) => (
        <Card key={gone.id} title={`Returned, ${gone.number}`} help={<Who actor={gone.actor} at={gone.at} />}>
          <p className="text-pretty break-words text-secondary">“{gone.reason}”</p>
          <ul className="mt-2 flex flex-col gap-1 text-table">
            {gone.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what went back is never reordered
              <li key={at} className="flex justify-between gap-4">
                <span>
                  {line.item.name}
                  <span className="block text-muted text-xs">
                    {lotWords(line.lotNumber)}of {line.receipt}
                  </span>
                </span>
                <span className="figures">− {line.quantity.toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {reversed && <ReverseDialog order={order} receipt={reversed} close={() => setReversed(undefined)} />}
    </>
  )
}

const lotWords = (lotNumber: string) => (lotNumber === 'none' ? '' : `lot ${lotNumber}, `)

function Who({ actor, at }: { actor: string | null; at: string }) {
  return (
    <>
      {actor ?? 'Wardstock'}, <RelativeTime at={at} />
    </>
  )
}

type ReceiptProps = { receipt: GoodsReceipt; onReverse: (() => void) | undefined }

function Receipt({ receipt, onReverse }: ReceiptProps) {
  const { currency } = useSettings()
  const maySeeStock = useCan('inventory.view')
  const labels = labelsOf(receipt)
  const { number, receivedDate, deliveryNote, notes, value, fees, landed, reversed, lines } = receipt
  return (
    <Card
      flush
      title={`Received, ${number}`}
      help={
        <>
          {formatDay(receivedDate)}
          {deliveryNote && `, delivery note ${deliveryNote}`}, <Who actor={receipt.actor} at={receipt.at} />
        </>
      }
      action={
        reversed ? (
          <Badge tone="warn">Reversed</Badge>
        ) : (
          <>
            {maySeeStock && labels.length > 0 && <LabelButton size="sm" labels={labels} />}
            {onReverse && (
              <Button size="sm" onClick={onReverse}>
                Reverse
              </Button>
            )}
          </>
        )
      }
    >
      {(notes || reversed) && (
        <p className="px-5 pb-3 text-pretty break-words text-secondary text-table max-md:px-4">
          {notes}
          {reversed && (
            <span className="block">
              Reversed by {reversed.actor ?? 'Wardstock'} <RelativeTime at={reversed.at} />: “{reversed.reason}”
            </span>
          )}
        </p>
      )}
      <ul aria-label={`Lines of ${number}`} className="border-line border-t text-table">
        {lines.map((line) => (
          <li
            key={line.id}
            className="flex items-start justify-between gap-4 border-line border-b px-5 py-2.5 max-md:px-4"
          >
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2 font-medium">
                {line.item.name}
                {line.damaged && <Badge tone="bad">Damaged, in quarantine</Badge>}
              </span>
              <span className="block text-muted text-xs">
                {[
                  line.item.sku,
                  line.lotNumber !== 'none' && `lot ${line.lotNumber}`,
                  line.expiryDate && `expires ${formatDay(line.expiryDate)}`,
                  line.returned > 0 && `${line.returned.toLocaleString()} returned`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="figures shrink-0 text-right">
              {line.quantity.toLocaleString()}
              <span className="block text-muted text-xs">
                {currency} {formatDecimalInput(landedEach(line), 2)} each
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-3 gap-4 px-5 py-3 text-table max-md:px-4">
        <Amount label="Goods" value={value} />
        <Amount label="Fees" value={fees} />
        <Amount label={`Landed cost, ${currency}`} value={landed} />
      </dl>
    </Card>
  )
}

/** A label a pack, for each lot that came; what came in two lines of one lot has one row. */
function labelsOf({ lines }: GoodsReceipt): LabelOfRecord[] {
  const wanted = new Map<string, LabelOfRecord & { copies: number }>()
  for (const { label, packs, item, lotNumber } of lines) {
    if (!label) continue
    const name = lotNumber === 'none' ? item.name : `${item.name}, lot ${lotNumber}`
    wanted.set(label.id, { ...label, name, copies: packs + (wanted.get(label.id)?.copies ?? 0) })
  }
  return [...wanted.values()].map((one) => ({ ...one, copies: Math.min(one.copies, maxCopies) }))
}

function Amount({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="figures font-medium">{formatDecimalInput(value, 2)}</dd>
    </div>
  )
}

/** What a piece really cost: its price and its part of the fees. */
function landedEach({ value, fees, quantity }: GoodsReceipt['lines'][number]): string {
  const all = (parseDecimal(value, 4) ?? 0n) + (parseDecimal(fees, 4) ?? 0n)
  return formatPrice(divideHalfEven(all, BigInt(quantity)))
}
