import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type TransferAction, whyNotTransfer } from '#shared/inventory/stock/document-guards.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { ReceiveDialog } from './receive-dialog.tsx'
import { transferStatusMessage } from './transfer-status-message.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type TransferActs = { action: ReactNode; menu: ReactNode; dialogs: ReactNode }

/** What can be done with a transfer as it stands: the next step as a button, the rest in the menu. */
export function useTransferActions(transfer: Transfer): TransferActs {
  const { id, number, status, dispatchedAt } = transfer
  const [asked, setAsked] = useState<'complete' | 'cancel' | 'delete'>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const navigate = useNavigate()
  const moved = { successMessage: transferStatusMessage }
  const dispatch = useApiMutation(transfersApi.dispatchTransfer, moved)
  const undispatch = useApiMutation(transfersApi.undispatchTransfer, moved)
  const close = () => setAsked(undefined)
  const isPending = status === 'pending'
  const isUnderway = isPending && dispatchedAt !== null
  const closed = (action: TransferAction) => {
    const reason = whyNotTransfer(action, { number, status, dispatched: isUnderway })
    return { disabled: reason !== null, reason }
  }
  const plain = { params: { id }, body: {} }
  return {
    action: mayEdit && isPending && (
      <Button variant="primary" onClick={() => setAsked('complete')}>
        Complete
      </Button>
    ),
    menu: (
      <>
        {mayEdit && isPending && !isUnderway && (
          <Button busy={dispatch.isPending} onClick={() => dispatch.submit(plain)}>
            Ship
          </Button>
        )}
        <Menu>
          <MenuItem icon={<Printer aria-hidden />} onSelect={() => window.print()}>
            Print
          </MenuItem>
          {mayEdit && (
            <>
              <MenuItem {...closed('undispatch')} onSelect={() => undispatch.submit(plain)}>
                Undo shipping
              </MenuItem>
              <MenuItem {...closed('edit')} onSelect={() => void navigate(paths.stockTransferEdit(id))}>
                Edit
              </MenuItem>
            </>
          )}
          {mayEdit && (
            <MenuItem asChild>
              <Link to={`${paths.stockTransferNew}?copy=${id}`}>Duplicate</Link>
            </MenuItem>
          )}
          {mayEdit && status === 'completed' && (
            <MenuItem asChild>
              <Link to={`${paths.stockTransferNew}?copy=${id}&back`}>Transfer back</Link>
            </MenuItem>
          )}
          {(mayEdit || mayDelete) && <MenuLine />}
          {mayEdit && (
            <MenuItem danger {...closed('cancel')} onSelect={() => setAsked('cancel')}>
              Cancel transfer
            </MenuItem>
          )}
          {mayDelete && (
            <MenuItem danger {...closed('delete')} onSelect={() => setAsked('delete')}>
              Delete
            </MenuItem>
          )}
        </Menu>
      </>
    ),
    dialogs: (
      <>
        {asked === 'complete' && <ReceiveDialog transfer={transfer} close={close} />}
        {asked === 'cancel' && <CancelTransferDialog transfer={transfer} close={close} />}
        {asked === 'delete' && (
          <DeleteDialog
            route={transfersApi.deleteTransfer}
            id={id}
            kind="stockTransfer"
            what="transfer"
            name={number}
            onDeleted={() => void navigate(paths.stockTransfers)}
            close={close}
          >
            {isPending && 'It is cancelled first and its goods are released at the source. '}
            It is removed from the list. You can restore it as cancelled now, or later from the deleted items.
          </DeleteDialog>
        )}
      </>
    ),
  }
}

function CancelTransferDialog({ transfer, close }: { transfer: Transfer; close: () => void }) {
  const { number, source, dispatchedAt } = transfer
  return (
    <ReasonPromptDialog
      route={transfersApi.cancelTransfer}
      sent={{ params: { id: transfer.id } }}
      successMessage={transferStatusMessage}
      title={`Cancel ${number}?`}
      description={`${dispatchedAt ? 'The goods return and' : 'The goods'} are released at ${source.name}.`}
      submitLabel="Cancel transfer"
      closeLabel="Keep transfer"
      danger
      help="Shown in the history of the transfer."
      close={close}
    />
  )
}
