import type { PurchaseLine, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { wholeCases } from '#shared/quantity.ts'
import { Counted, LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { itemPath } from '#web/purchasing/reorder/reorder-columns.tsx'
import { sumsOf } from './purchase-sums.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The lines of a purchase order with received quantities, fees and total. */
export function PurchaseLines({ order }: { order: PurchaseOrder }) {
  const { currency } = useSettings()
  const [seesProducts, seesMaterials] = [useCan('inventory.view'), useCan('rawmaterials.view')]
  return (
    <LinesTable
      title="Lines"
      note={<ExpensedFees order={order} />}
      rows={order.orderLines}
      rowId={({ id }) => id}
      columns={columnsOf(currency, order.status === 'Closed', (item) =>
        (item.kind === 'product' ? seesProducts : seesMaterials) ? itemPath(item) : null,
      )}
      sums={sumsOf(order)}
    />
  )
}

/** Fees that were expensed, because their goods were gone when the order was closed. */
function ExpensedFees({ order: { expensedFees } }: { order: PurchaseOrder }) {
  const { currency } = useSettings()
  if (!expensedFees) return null
  const amount = `${formatDecimalInput(expensedFees.replace('-', ''), 2)} ${currency}`
  return (
    <p className="text-pretty">
      {expensedFees.startsWith('-')
        ? `${amount} of the fees was taken off expenses when the order was reopened: the goods that carried it had been sold or used.`
        : `${amount} of the fees was expensed: the goods that would carry it had been sold or used.`}
    </p>
  )
}

function casesOf({ item, quantity }: PurchaseLine): string | null {
  const cases = item.pcsPerCase > 1 ? wholeCases(quantity, item.pcsPerCase) : null
  return cases === null ? null : `${cases.toLocaleString()} ${cases === 1 ? 'case' : 'cases'}`
}

const columnsOf = (
  currency: string,
  isClosed: boolean,
  pathOf: (item: PurchaseLine['item']) => string | null,
): (LineColumn<PurchaseLine> | false)[] => [
  {
    id: 'item',
    header: 'Item',
    cell: ({ item, expectedDate }) => (
      <LineName
        name={item.name}
        to={pathOf(item)}
        code={item.sku}
        note={[
          item.supplierCode && `theirs ${item.supplierCode}`,
          expectedDate && `expected ${formatDay(expectedDate)}`,
        ]
          .filter(Boolean)
          .join(', ')}
      />
    ),
  },
  {
    id: 'quantity',
    header: 'Quantity',
    isNumber: true,
    cell: (line) => <Counted value={line.quantity} note={casesOf(line)} />,
  },
  {
    id: 'received',
    header: 'Received',
    isNumber: true,
    cell: ({ received, open }) => (
      <Counted
        value={received}
        note={
          received > 0 && (
            <span className={open > 0 ? 'text-warn' : undefined}>
              {open > 0 ? `${open.toLocaleString()} ${isClosed ? 'not received' : 'open'}` : 'complete'}
            </span>
          )
        }
      />
    ),
  },
  {
    id: 'cost',
    header: `Unit cost, ${currency}`,
    isNumber: true,
    cell: ({ unitCost }) => formatDecimalInput(unitCost, 2),
  },
  {
    id: 'total',
    header: `Total, ${currency}`,
    isNumber: true,
    cell: ({ total }) => <span className="font-medium">{formatDecimalInput(total, 2)}</span>,
  },
]
