import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from 'sonner'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import type { OrderAction } from '#shared/sales/orders/order-transitions.ts'
import { apiQuery } from '#web/api/query.ts'
import { showError } from '#web/api/toasts.ts'
import { useOrderActions } from './order-actions.tsx'

type BoardActProps = {
  orderId: string
  action: OrderAction
  /** Gets the order after the action; undefined if it could not be loaded. */
  onDone: (order?: Order) => void
}

/** Runs an action on an order of the board, with the same dialogs and effects as on its page. */
export function BoardAction({ orderId, action, onDone }: BoardActProps) {
  // Loads the order again: the card may be outdated.
  const {
    data: order,
    error,
    isFetchedAfterMount,
  } = useQuery({
    ...apiQuery(salesApi.getOrder, { params: { id: orderId } }),
    staleTime: 0,
  })
  const fail = useEffectEvent(() => {
    if (error) showError(error)
    onDone()
  })
  const isLost = error !== null && isFetchedAfterMount
  useEffect(() => {
    if (isLost) fail()
  }, [isLost])
  return order && isFetchedAfterMount && !isLost ? <Act order={order} action={action} onDone={onDone} /> : null
}

function Act({ order, action, onDone }: { order: Order } & Pick<BoardActProps, 'action' | 'onDone'>) {
  const actions = useOrderActions(order)
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    const { reason } = order.transitions.find(({ move }) => move === action) ?? { reason: null }
    // A shortage gets its own dialog, with options; other reasons are only shown.
    if (reason && !(action === 'confirm' && order.status === 'PENDING')) {
      toast.error(reason)
      return onDone(order)
    }
    actions.start(action)
  })
  const end = useEffectEvent(() => onDone(order))
  const isIdle = !actions.isOpen && !actions.isBusy
  useEffect(() => {
    if (!begun.current) {
      begun.current = true
      begin()
    } else if (isIdle) end()
  }, [isIdle])
  return actions.dialogs
}
