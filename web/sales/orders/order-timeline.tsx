import type { Order } from '#shared/sales/orders/order.ts'
import { type OrderStatus, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import type { OrderChange } from '#shared/sales/orders/order-timeline.ts'
import { transitionDone } from './transition-labels.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { orderStatusTones } from '#web/sales/public/order-status-badge.tsx'
import { Change, Timeline } from '#web/ui/timeline.tsx'

/** The history of an order, newest first; edits show their changes. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <Card title="History">
      <Timeline
        label="History of the order"
        entries={order.timeline.map(({ at, actor, move, to, reason, changes }, index) => ({
          id: String(order.timeline.length - index),
          who: actor ?? 'Wardstock',
          what: transitionDone(move),
          at,
          tone: isStatus(to) ? orderStatusTones[to] : 'neutral',
          detail: (reason || changes.length > 0) && (
            <>
              {reason && <p className="text-pretty break-words">“{reason}”</p>}
              {changes.map((change) => (
                <Change
                  key={`${change.field} ${change.item}`}
                  field={change.item ? `${change.item}, ${fields[change.field].toLowerCase()}` : fields[change.field]}
                  from={written(change, change.from)}
                  to={written(change, change.to)}
                />
              ))}
            </>
          ),
        }))}
      />
    </Card>
  )
}

const fields = {
  customer: 'Customer',
  shipTo: 'Ship to',
  billTo: 'Bill to',
  requestedDate: 'Requested date',
  reference: 'Reference',
  notes: 'Notes',
  total: 'Total',
  quantity: 'Quantity',
  price: 'Unit price',
} as const satisfies Record<OrderChange['field'], string>

function written({ field }: OrderChange, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'requestedDate') return formatDay(value)
  if (field === 'total') return formatDecimalInput(value, 2)
  return field === 'quantity' ? Number(value).toLocaleString() : value
}

const isStatus = (name: string | null): name is OrderStatus => orderStatuses.some((status) => status === name)
