import { can } from '#shared/access/can.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { stoppedWords, whyStopped } from '#shared/sales/orders/order-guards.ts'
import { orderActions, orderMachine, type OrderTransition } from '#shared/sales/orders/order-transitions.ts'
import { offered } from '#web/documents/document-action.tsx'
import type { OrderActions } from '#web/sales/orders/order-actions.tsx'
import { formatShortage } from '#shared/inventory/stock/shortage.ts'
import { orderShortages } from './shortages.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type OrderNoticeProps = { order: Order; actions: OrderActions }

/** The notices above an order: on hold, cancelled, or short of stock. */
export function OrderNotice({ order, actions }: OrderNoticeProps) {
  return (
    <>
      <StoppedNotice order={order} actions={actions} />
      {order.hold && <HoldNotice hold={order.hold} actions={actions} />}
      <StockNotice order={order} actions={actions} />
    </>
  )
}

/** Without `fail`: recording a failed delivery is in the progress bar. */
const waysOut = ['reverse', 'unassign'] as const

/** Shows which goods of the shipment must not be used, and what to do with the order. */
function StoppedNotice({ order, actions }: OrderNoticeProps) {
  const user = useUser()
  const why = whyStopped({ status: order.status, stopped: stoppedWords(order.stopped) })
  if (why === null) return null
  const isOpen = (move: OrderTransition) => order.transitions.some((one) => one.move === move && one.open)
  const wayOut = waysOut.find((action) => isOpen(action) && can(user, orderActions[action].right))
  return (
    <Notice
      tone="bad"
      title="Shipment stopped"
      action={
        wayOut && (
          <Button size="sm" busy={actions.isBusy} onClick={() => actions.start(wayOut)}>
            {orderActions[wayOut].label}
          </Button>
        )
      }
    >
      <p className="break-words">{why.replace(/^Stopped: /, '')}</p>
      {orderMachine.next(order.status, 'deliver') !== null && can(user, orderActions.deliver.right) && (
        <button type="button" className="link mt-1" onClick={() => actions.start('deliver')}>
          The customer already has the goods
        </button>
      )}
    </Notice>
  )
}

function HoldNotice({ hold, actions }: { hold: NonNullable<Order['hold']>; actions: OrderActions }) {
  return (
    <Notice
      tone="warn"
      title="This order is on hold"
      action={
        actions.releaseHold && (
          <Button size="sm" busy={actions.isBusy} onClick={actions.releaseHold}>
            Release hold
          </Button>
        )
      }
    >
      <p className="break-words">{hold.reason}</p>
      <p className="mt-1 text-muted text-table">
        {hold.by ?? 'Wardstock'}, <RelativeTime at={hold.at} />
      </p>
    </Notice>
  )
}

function StockNotice({ order, actions }: OrderNoticeProps) {
  if (order.status === 'CANCELLED')
    return (
      <Notice tone="neutral" title="This order was cancelled">
        {order.cancelReason}
      </Notice>
    )
  const short = orderShortages(order)
  if (short.length === 0) return null
  return (
    <Notice tone="warn" title={order.status === 'PENDING' ? 'Not enough stock to confirm' : 'Waiting for stock'}>
      <ul>
        {short.map((shortage) => (
          <li key={shortage.id}>{formatShortage(shortage, 'ordered')}</li>
        ))}
      </ul>
      {offered(actions.beside).some(({ id }) => id === 'backOrder') && (
        <p className="mt-1">Reserves what is in stock and backorders the rest.</p>
      )}
    </Notice>
  )
}
