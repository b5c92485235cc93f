import { useId, useState } from 'react'
import { maxCopies } from '#shared/inventory/labels/api.ts'
import { divideHalfEven, formatPrice, parseDecimal } from '#shared/money.ts'
import type { GoodsReceipt, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { Counted, LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import type { LabelOfRecord } from '#web/inventory/public/label-dialog.tsx'
import { ReverseDialog } from '#web/purchasing/returns/reverse-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The receipts of the order with landed costs, and the returns to the supplier. */
export function PurchaseReceipts({ order }: { order: PurchaseOrder }) {
  const [reversed, setReversed] = useState<GoodsReceipt>()
  const mayReverse = useCan('purchaseOrders.edit')
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
        <LinesTable
          key={gone.id}
          title={`Returned, ${gone.number}`}
          help={<Who actor={gone.actor} at={gone.at} />}
          note={<p className="break-words">“{gone.reason}”</p>}
          rows={gone.lines.map((line, at) => ({ ...line, at }))}
          rowId={({ at }) => String(at)}
          columns={returnColumns}
        />
      ))}
      {reversed && <ReverseDialog order={order} receipt={reversed} close={() => setReversed(undefined)} />}
    </>
  )
}

const returnColumns: readonly LineColumn<PurchaseOrder['returns'][number]['lines'][number] & { at: number }>[] = [
  { id: 'item', header: 'Item', cell: ({ item }) => <LineName name={item.name} to={null} /> },
  { id: 'lot', header: 'Lot', cell: ({ lotNumber }) => (lotNumber === 'none' ? null : lotNumber) },
  { id: 'receipt', header: 'Receipt', cell: ({ receipt }) => receipt },
  { id: 'quantity', header: 'Quantity', isNumber: true, cell: ({ quantity }) => `−${quantity.toLocaleString()}` },
]

function Who({ actor, at }: { actor: string | null; at: string }) {
  return (
    <>
      {actor ?? 'Wardstock'}, <RelativeTime at={at} />
    </>
  )
}

type ReceiptProps = {
  receipt: GoodsReceipt
  /** Undefined if the user may not reverse it, or it is reversed already. */
  onReverse: (() => void) | undefined
}

function Receipt({ receipt, onReverse }: ReceiptProps) {
  const { currency } = useSettings()
  const maySeeStock = useCan('inventory.view')
  const reasonId = useId()
  const closed = onReverse ? receipt.whyNotReversed : null
  const labels = labelsOf(receipt)
  const { number, receivedDate, deliveryNote, notes, value, fees, landed, reversed, lines } = receipt
  return (
    <LinesTable
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
              <Button
                size="sm"
                disabled={closed !== null}
                aria-describedby={closed ? reasonId : undefined}
                onClick={onReverse}
              >
                Reverse
              </Button>
            )}
          </>
        )
      }
      note={
        (notes || reversed || closed) && (
          <p className="break-words">
            {notes}
            {reversed && (
              <span className="block">
                Reversed by {reversed.actor ?? 'Wardstock'} <RelativeTime at={reversed.at} />: “{reversed.reason}”
              </span>
            )}
            {closed && (
              <span id={reasonId} className="block text-muted text-xs">
                {closed}
              </span>
            )}
          </p>
        )
      }
      rows={lines}
      rowId={({ id }) => id}
      columns={receiptColumns(currency)}
      sums={[
        { label: 'Goods', values: { value: formatDecimalInput(value, 2) } },
        { label: 'Fees', values: { value: formatDecimalInput(fees, 2) } },
        { label: `Landed cost, ${currency}`, values: { value: formatDecimalInput(landed, 2) }, isTotal: true },
      ]}
    />
  )
}

const receiptColumns = (currency: string): LineColumn<GoodsReceipt['lines'][number]>[] => [
  {
    id: 'item',
    header: 'Item',
    cell: ({ item, damaged }) => (
      <LineName
        name={item.name}
        to={null}
        code={item.sku}
        lots={damaged && <Badge tone="bad">Damaged, in quarantine</Badge>}
      />
    ),
  },
  {
    id: 'lot',
    header: 'Lot',
    cell: ({ lotNumber, expiryDate }) =>
      lotNumber === 'none' ? null : (
        <>
          {lotNumber}
          {expiryDate && (
            <span className="block whitespace-nowrap text-muted text-xs">expires {formatDay(expiryDate)}</span>
          )}
        </>
      ),
  },
  {
    id: 'quantity',
    header: 'Quantity',
    isNumber: true,
    cell: ({ quantity, returned }) => (
      <Counted value={quantity} note={returned > 0 && `${returned.toLocaleString()} returned`} />
    ),
  },
  {
    id: 'value',
    header: `Landed, ${currency} each`,
    isNumber: true,
    cell: (line) => formatDecimalInput(landedEach(line), 2),
  },
]

/** One label per pack for each received lot; two lines with the same lot become one row. */
function labelsOf({ lines }: GoodsReceipt): LabelOfRecord[] {
  const wanted = new Map<string, LabelOfRecord & { copies: number }>()
  for (const { label, packs, item, lotNumber } of lines) {
    if (!label) continue
    const name = lotNumber === 'none' ? item.name : `${item.name}, lot ${lotNumber}`
    wanted.set(label.id, { ...label, name, copies: packs + (wanted.get(label.id)?.copies ?? 0) })
  }
  return [...wanted.values()].map((one) => ({ ...one, copies: Math.min(one.copies, maxCopies) }))
}

/** The landed cost of a piece: its price and its share of the fees. */
function landedEach({ value, fees, quantity }: GoodsReceipt['lines'][number]): string {
  const all = (parseDecimal(value, 4) ?? 0n) + (parseDecimal(fees, 4) ?? 0n)
  return formatPrice(divideHalfEven(all, BigInt(quantity)))
}
