import { useState } from 'react'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { holdable, whyNotReaddressed } from '#shared/sales/orders/order-guards.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import { type OrderAction, orderStatusNames, orderTransitions } from '#shared/sales/orders/order-transitions.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentAction, DocumentActions } from '#web/documents/document-action.tsx'
import { RecordFailureDialog } from '#web/logistics/public/record-failure-dialog.tsx'
import { paths } from '#web/paths.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeliverDialog } from './deliver-dialog.tsx'
import { EffectDialog, type ShownTransition } from './effect-dialog.tsx'
import { availableActions, type AvailableOrderAction } from './order-action-list.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { orderStatusMessage, type SimpleTransitions, useSimpleTransitions } from './use-simple-transitions.ts'
import { ReadyDialog } from './ready-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Short, ShortageDialog, shortOf } from '#web/sales/order-editor/shortage-dialog.tsx'
import { ShipToDialog } from './ship-to-dialog.tsx'
import { AllActionsDialog } from '#web/documents/all-actions-dialog.tsx'
import { useCan, useUser } from '#web/session/session.ts'

type OpenDialog = Exclude<OrderAction, PlainMove> | 'delete' | 'steps' | 'hold' | 'shipTo'

export type OrderActions = DocumentActions & {
  /** Starts an action: at once, or in the dialog that asks for its input. */
  start: (action: OrderAction) => void
  isOpen: boolean
  /** Undefined if the order is not on hold, or the user may not release it. */
  releaseHold: (() => void) | undefined
  isBusy: boolean
}

/** The actions of an order and their dialogs. */
export function useOrderActions(order: Order): OrderActions {
  const acts = availableActions(order, useUser())
  const mayWrite = useCan('salesOrders.edit')
  const mayReturn = useCan('invoices.edit')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [short, setShort] = useState<readonly Short[] | null>(null)
  const close = () => setDialog(null)
  const moves = useSimpleTransitions(close, (error) => setShort(shortOf(error)))
  const release = useApiMutation(orderHoldApi.releaseHold, {
    successMessage: ({ number }) => `${number} released from hold`,
  })
  const isBusy = release.isPending || Object.values(moves).some((move) => move.isPending)

  function start(action: OrderAction) {
    if (isPlain(action)) moves[action].submit({ params: { id: order.id }, body: {} })
    else setDialog(action)
  }
  const { next, others } = acts
  const releaseHold = order.hold && mayWrite ? () => release.submit({ params: { id: order.id }, body: {} }) : undefined
  const onBackOrder = order.status === 'PENDING' ? () => start('backOrder') : undefined

  return {
    isBusy,
    start,
    isOpen: dialog !== null || short !== null,
    releaseHold,
    next: next && { id: next.action, label: next.label, busy: isBusy, onSelect: () => start(next.action) },
    beside: others.filter(isBeside).map((act) => actOf(act, start)),
    menu: [
      others.filter((act) => act.kind !== 'danger' && !isBeside(act)).map((act) => actOf(act, start)),
      [
        acts.mayEdit && { id: 'edit', label: 'Edit order', to: paths.orderEdit(order.id) },
        mayWrite && { id: 'copy', label: 'Duplicate', to: `${paths.orderNew}?copy=${order.id}` },
        releaseHold && { id: 'releaseHold', label: 'Release hold', onSelect: releaseHold },
        mayWrite &&
          !order.hold &&
          holdable.includes(order.status) && { id: 'hold', label: 'Put on hold', onSelect: () => setDialog('hold') },
        mayWrite &&
          !whyNotReaddressed({ status: order.status, route: null }) && {
            id: 'shipTo',
            label: 'Change delivery address',
            onSelect: () => setDialog('shipTo'),
          },
        mayReturn &&
          (order.status === 'DELIVERED' || order.status === 'FAILED_DELIVERY') && {
            id: 'return',
            label: 'Return goods',
            reason: order.whyNotReturned,
            to: `${paths.returnNew}?order=${order.id}`,
          },
        { id: 'steps', label: 'All actions', onSelect: () => setDialog('steps') },
      ],
      [
        ...others.filter((act) => act.kind === 'danger').map((act) => actOf(act, start)),
        acts.mayDelete && {
          id: 'delete',
          label: 'Delete order',
          danger: true,
          reason: acts.whyNotDeleted,
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        {(dialog === 'cancel' || dialog === 'unconfirm' || dialog === 'reverse') && (
          <ReasonDialog move={dialog} order={order} close={close} />
        )}
        {(dialog === 'confirm' || dialog === 'backOrder' || dialog === 'handOver') && !short && (
          <EffectDialog
            key={dialog}
            move={dialog}
            order={order}
            moves={moves}
            onBackOrder={onBackOrder}
            close={close}
          />
        )}
        {dialog === 'ready' && <ReadyDialog order={order} moves={moves} close={close} />}
        {dialog === 'assign' && <AssignDialog order={order} close={close} />}
        {dialog === 'deliver' && <DeliverDialog order={order} close={close} />}
        {dialog === 'failDelivery' && (
          <RecordFailureDialog
            route={salesApi.failDelivery}
            id={order.id}
            successMessage={orderStatusMessage}
            close={close}
          />
        )}
        {dialog === 'hold' && <HoldDialog order={order} close={close} />}
        {dialog === 'shipTo' && <ShipToDialog order={order} close={close} />}
        {dialog === 'delete' && <DeleteDialog order={order} close={close} />}
        {dialog === 'steps' && (
          <AllActionsDialog
            number={order.number}
            status={orderStatusNames[order.status]}
            actions={acts.all.map(({ action, ...rest }) => ({
              ...rest,
              id: action,
              does: `Changes the status to ${orderStatusNames[orderTransitions[action].to].toLowerCase()}.`,
            }))}
            close={close}
          />
        )}
        {short && <ShortageDialog short={short} onBackOrder={onBackOrder} close={() => setShort(null)} />}
      </>
    ),
  }
}

type PlainMove = Exclude<keyof SimpleTransitions, ShownTransition | 'ready'>
const plain: readonly OrderAction[] = [
  'startPicking',
  'stopPicking',
  'unassign',
  'setOff',
  'approach',
  'postpone',
  'replan',
  'reopen',
]
const isPlain = (action: OrderAction): action is PlainMove => plain.includes(action)

/** Available side actions get their own buttons beside the primary one. */
const isBeside = ({ kind, reason }: AvailableOrderAction) => kind === 'side' && reason === null

const actOf = (
  { action, label, kind, reason }: AvailableOrderAction,
  start: (action: OrderAction) => void,
): DocumentAction => ({ id: action, label, danger: kind === 'danger', reason, onSelect: () => start(action) })
