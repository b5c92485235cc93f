import type { Order } from '#shared/sales/orders/order.ts'
import { type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { cn } from '#web/ui/class-names.ts'
import { orderStatusTones } from '#web/sales/public/order-status-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The way of an order in five steps; the status that gives a step its name comes first. */
const steps: readonly (readonly [OrderStatus, ...OrderStatus[]])[] = [
  ['PENDING'],
  ['CONFIRMED', 'AWAITING_STOCK', 'PROCESSING'],
  ['READY_FOR_SHIPPING', 'FOR_SHIPPING'],
  ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY'],
  ['DELIVERED', 'RETURNED'],
]

const bars: Record<Tone, string> = {
  neutral: 'bg-accent',
  info: 'bg-accent',
  good: 'bg-accent',
  warn: 'bg-warn',
  bad: 'bg-bad',
}

/** How far an order has come, with the moment each step was reached. A cancelled order is on no way. */
export function OrderProgress({ order }: { order: Order }) {
  const current = steps.findIndex((statuses) => statuses.includes(order.status))
  if (current < 0) return null
  return (
    <ol aria-label="Progress" className="flex gap-1.5">
      {steps.map((statuses, at) => {
        const isCurrent = at === current
        const name = orderStatusNames[isCurrent ? order.status : statuses[0]]
        const reached = at <= current && reachedAt(order, statuses)
        return (
          <li
            key={statuses[0]}
            aria-current={isCurrent ? 'step' : undefined}
            className={cn('flex min-w-0 flex-1 flex-col gap-2', isCurrent && 'max-md:flex-[3]')}
          >
            <span
              aria-hidden
              data-dot
              className={cn('h-1 rounded-full', at > current ? 'bg-subtle-strong' : bars[toneOf(order, isCurrent)])}
            />
            <span className={cn('min-w-0 text-table', !isCurrent && 'max-md:sr-only')}>
              <span
                className={cn(
                  'block truncate',
                  isCurrent ? 'font-medium text-primary' : at < current ? 'text-secondary' : 'text-muted',
                )}
              >
                {name}
                {at < current && <span className="sr-only">, done</span>}
              </span>
              {reached && (
                <span className="block truncate text-muted text-xs">
                  <RelativeTime at={reached} />
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const toneOf = (order: Order, isCurrent: boolean) => (isCurrent ? orderStatusTones[order.status] : 'info')

/** When the order last came to a step; the timeline is newest first. A step that was passed over has no moment. */
function reachedAt({ timeline }: Order, statuses: readonly OrderStatus[]): string | undefined {
  const isIn = (status: string | null) => statuses.some((one) => one === status)
  return timeline.find(({ from, to }) => isIn(to) && !isIn(from))?.at
}
