import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#shared/sales/orders/order.ts'
import { holdable, whyNotReaddressed } from '#shared/sales/orders/order-guards.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import type { OrderAction } from '#shared/sales/orders/order-transitions.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeliverDialog } from './deliver-dialog.tsx'
import { FailDeliveryDialog } from './fail-delivery-dialog.tsx'
import { EffectDialog, type ShownTransition } from './effect-dialog.tsx'
import { availableActions, type AvailableOrderAction } from './order-action-list.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { type SimpleTransitions, useSimpleTransitions } from './use-simple-transitions.ts'
import { ReadyDialog } from './ready-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Short, ShortageDialog, shortOf } from '#web/sales/order-editor/shortage-dialog.tsx'
import { ShipToDialog } from './ship-to-dialog.tsx'
import { StepsDialog } from './steps-dialog.tsx'
import { useCan, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type Asked = Exclude<OrderAction, PlainMove> | 'delete' | 'steps' | 'hold' | 'shipTo'

export type OrderActions = {
  /** The one next step. */
  action: ReactNode
  /** Everything else. */
  menu: ReactNode
  dialogs: ReactNode
  /** Takes a step: at once, or by the dialog that asks what it needs to know. */
  start: (action: OrderAction) => void
  isOpen: boolean
  backOrder: (() => void) | undefined
  /** Undefined where it is not on hold, and for those who may not. */
  releaseHold: (() => void) | undefined
  isBusy: boolean
}

/** The buttons of an order and what they open. */
export function useOrderActions(order: Order): OrderActions {
  const acts = availableActions(order, useUser())
  const mayWrite = useCan('salesOrders.edit')
  const mayReturn = useCan('invoices.edit')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [short, setShort] = useState<readonly Short[] | null>(null)
  const close = () => setAsked(null)
  const moves = useSimpleTransitions(close, (error) => setShort(shortOf(error)))
  const release = useApiMutation(orderHoldApi.releaseHold, {
    successMessage: ({ number }) => `${number} released from hold`,
  })
  const isBusy = release.isPending || Object.values(moves).some((move) => move.isPending)

  function start(action: OrderAction) {
    if (isPlain(action)) moves[action].submit({ params: { id: order.id }, body: {} })
    else setAsked(action)
  }
  const { next, others } = acts
  const backOrder = others.find((act) => act.action === 'backOrder' && act.reason === null)

  const releaseHold = order.hold && mayWrite ? () => release.submit({ params: { id: order.id }, body: {} }) : undefined
  const onBackOrder = order.status === 'PENDING' ? () => start('backOrder') : undefined

  return {
    isBusy,
    start,
    isOpen: asked !== null || short !== null,
    backOrder: backOrder && onBackOrder,
    releaseHold,
    action: next && (
      <Button variant="primary" busy={isBusy} onClick={() => start(next.action)}>
        {next.label}
      </Button>
    ),
    menu: (
      <Menu>
        {others
          .filter((act) => act.kind !== 'danger')
          .map((act) => (
            <ActItem key={act.action} act={act} start={start} />
          ))}
        {others.some((act) => act.kind !== 'danger') && <MenuLine />}
        {acts.mayEdit && (
          <MenuItem asChild>
            <Link to={paths.orderEdit(order.id)}>Edit order</Link>
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem asChild>
            <Link to={`${paths.orderNew}?copy=${order.id}`}>Duplicate</Link>
          </MenuItem>
        )}
        {releaseHold && <MenuItem onSelect={releaseHold}>Release hold</MenuItem>}
        {mayWrite && !order.hold && holdable.includes(order.status) && (
          <MenuItem onSelect={() => setAsked('hold')}>Put on hold</MenuItem>
        )}
        {mayWrite && !whyNotReaddressed({ status: order.status, route: null }) && (
          <MenuItem onSelect={() => setAsked('shipTo')}>Change delivery address</MenuItem>
        )}
        {mayReturn && (order.status === 'DELIVERED' || order.status === 'FAILED_DELIVERY') && (
          <MenuItem asChild>
            <Link to={`${paths.returnNew}?order=${order.id}`}>Return goods</Link>
          </MenuItem>
        )}
        <MenuItem onSelect={() => setAsked('steps')}>All actions</MenuItem>
        {(acts.mayDelete || others.some((act) => act.kind === 'danger')) && <MenuLine />}
        {others
          .filter((act) => act.kind === 'danger')
          .map((act) => (
            <ActItem key={act.action} act={act} start={start} />
          ))}
        {acts.mayDelete && (
          <MenuItem
            danger
            disabled={acts.whyNotDeleted !== null}
            reason={acts.whyNotDeleted}
            onSelect={() => setAsked('delete')}
          >
            Delete order
          </MenuItem>
        )}
      </Menu>
    ),
    dialogs: (
      <>
        {(asked === 'cancel' || asked === 'unconfirm' || asked === 'reverse') && (
          <ReasonDialog move={asked} order={order} close={close} />
        )}
        {(asked === 'confirm' || asked === 'backOrder' || asked === 'handOver') && !short && (
          <EffectDialog key={asked} move={asked} order={order} moves={moves} onBackOrder={onBackOrder} close={close} />
        )}
        {asked === 'ready' && <ReadyDialog order={order} moves={moves} close={close} />}
        {asked === 'assign' && <AssignDialog order={order} close={close} />}
        {asked === 'deliver' && <DeliverDialog order={order} close={close} />}
        {asked === 'failDelivery' && <FailDeliveryDialog order={order} close={close} />}
        {asked === 'hold' && <HoldDialog order={order} close={close} />}
        {asked === 'shipTo' && <ShipToDialog order={order} close={close} />}
        {asked === 'delete' && <DeleteDialog order={order} close={close} />}
        {asked === 'steps' && <StepsDialog order={order} acts={acts.all} close={close} />}
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

function ActItem({ act, start }: { act: AvailableOrderAction; start: (action: OrderAction) => void }) {
  return (
    <MenuItem
      danger={act.kind === 'danger'}
      disabled={act.reason !== null}
      reason={act.reason && <span className="block max-w-64 text-pretty">{act.reason}</span>}
      onSelect={() => start(act.action)}
    >
      {act.label}
    </MenuItem>
  )
}
