import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { PurchaseAction } from '#shared/purchasing/orders/purchase-transitions.ts'
import { addressOf } from '#web/api/address.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { showError } from '#web/api/toasts.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { DeletePurchase } from './delete-purchase.tsx'
import { type AvailablePurchaseAction, availablePurchaseActions } from './purchase-action-list.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { purchaseStatusMessage } from './purchase-status-message.ts'
import { PurchaseReasonDialog } from './purchase-reason-dialog.tsx'
import { ReturnDialog } from '#web/purchasing/returns/return-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useUser } from '#web/session/session.ts'
import { AllowDialog, allowanceOf } from '#web/forms/allow-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type Asked = Exclude<PurchaseAction, 'approve' | 'reopen' | 'receive'> | 'delete'

/** What a reason can allow is asked for in a dialog; the rest is told. */
const tellUnallowed = (error: ApiError) => {
  if (!allowanceOf(error)) showError(error)
}

/** The buttons of a purchase order and what they open: the one next step, everything else, and the dialogs. */
export function usePurchaseActions(order: PurchaseOrder): { action: ReactNode; menu: ReactNode; dialogs: ReactNode } {
  const user = useUser()
  const { next, others, mayEdit, mayDelete, whyNotDeleted } = availablePurchaseActions(order, user)
  const [asked, setAsked] = useState<Asked | null>(null)
  const choices = { successMessage: purchaseStatusMessage }
  const plain = {
    submit: useApiMutation(purchasingApi.submit, {
      ...choices,
      onSuccess: (placed) => setAsked(thenSend && placed.status === 'Open' ? 'send' : null),
      errors: 'page',
      onError: (error) => {
        close()
        tellUnallowed(error)
      },
    }),
    approve: useApiMutation(purchasingApi.approve, choices),
    reopen: useApiMutation(purchasingApi.reopen, choices),
  }
  const isBusy = Object.values(plain).some((act) => act.isPending)
  const close = () => setAsked(null)
  const [thenSend, setThenSend] = useState(false)
  function start(action: Exclude<PurchaseAction, 'receive'>) {
    if (action === 'approve' || action === 'reopen') plain[action].submit({ params: { id: order.id }, body: {} })
    else setAsked(action)
  }
  const itemOf = (act: AvailablePurchaseAction) => (
    <ActItem key={act.action} act={act} orderId={order.id} start={start} />
  )
  const dangers = others.filter(({ kind }) => kind === 'danger')
  return {
    action:
      next &&
      (next.action === 'receive' ? (
        <Button asChild variant="primary">
          <Link to={paths.purchaseOrderReceive(order.id)}>Receive</Link>
        </Button>
      ) : (
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => start(next.action as Exclude<PurchaseAction, 'receive'>)}
        >
          {next.label}
        </Button>
      )),
    menu: (
      <Menu>
        {others.filter(({ kind }) => kind !== 'danger').map(itemOf)}
        {mayEdit && (
          <MenuItem asChild>
            <Link to={paths.purchaseOrderEdit(order.id)}>Edit</Link>
          </MenuItem>
        )}
        <MenuItem asChild>
          <a href={addressOf(purchasingApi.printPurchaseOrder, { params: { id: order.id } })} download>
            Download PDF
          </a>
        </MenuItem>
        {user.permissions.purchaseOrders?.edit && (
          <MenuItem asChild>
            <Link to={`${paths.purchaseOrderNew}?copy=${order.id}`}>Duplicate</Link>
          </MenuItem>
        )}
        {(dangers.length > 0 || mayDelete) && <MenuLine />}
        {dangers.map(itemOf)}
        {mayDelete && (
          <MenuItem danger disabled={whyNotDeleted !== null} reason={whyNotDeleted} onSelect={() => setAsked('delete')}>
            Delete
          </MenuItem>
        )}
      </Menu>
    ),
    dialogs: (
      <>
        {plain.submit.error && allowanceOf(plain.submit.error) === 'BELOW_MINIMUM' && (
          <AllowDialog
            allowed="BELOW_MINIMUM"
            error={plain.submit.error}
            busy={isBusy}
            onAllow={(belowMinimumReason) =>
              plain.submit.submit({ params: { id: order.id }, body: { belowMinimumReason } })
            }
            close={plain.submit.reset}
          />
        )}
        {asked === 'submit' && (
          <PlaceDialog
            order={order}
            busy={isBusy}
            onPlace={(sends) => {
              setThenSend(sends)
              plain.submit.submit({ params: { id: order.id }, body: {} })
            }}
            close={close}
          />
        )}
        {(asked === 'cancel' || asked === 'close' || asked === 'redraft') && (
          <PurchaseReasonDialog act={asked} order={order} close={close} />
        )}
        {asked === 'send' && <SendDialog order={order} close={close} />}
        {asked === 'return' && <ReturnDialog order={order} close={close} />}
        {asked === 'delete' && <DeletePurchase order={order} close={close} />}
      </>
    ),
  }
}

type ActItemProps = {
  act: AvailablePurchaseAction
  orderId: string
  start: (action: Exclude<PurchaseAction, 'receive'>) => void
}

function ActItem({ act: { action, label, kind, reason }, orderId, start }: ActItemProps) {
  if (action === 'receive')
    return (
      <MenuItem asChild>
        <Link to={paths.purchaseOrderReceive(orderId)}>{label}</Link>
      </MenuItem>
    )
  return (
    <MenuItem
      danger={kind === 'danger'}
      disabled={reason !== null}
      reason={reason && <span className="block max-w-64 text-pretty">{reason}</span>}
      onSelect={() => start(action)}
    >
      {label}
    </MenuItem>
  )
}
